; Generated from tiles.c by mlcc.runtime.native.generate.

@mlcc_rt.tiles.state = internal global i32 0, align 4

define i32 @mlcc_rt_tiles() {
entry:
  %0 = load atomic i32, ptr @mlcc_rt.tiles.state monotonic, align 4
  %cmp = icmp eq i32 %0, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call = call i32 (i32, ...) @syscall(i32 158, i32 4131, i32 18)
  %cmp1 = icmp eq i32 %call, 0
  %cond = select i1 %cmp1, i32 3, i32 1
  store atomic i32 %cond, ptr @mlcc_rt.tiles.state monotonic, align 4
  br label %if.end

if.end:
  %known.0 = phi i32 [ %cond, %if.then ], [ %0, %entry ]
  %and = and i32 %known.0, 2
  ret i32 %and
}

declare i32 @syscall(i32 signext, ...)
