; Generated from results.c by mlcc.runtime.native.generate.

@mlcc_rt.results.str = private unnamed_addr constant [79 x i8] c"%s: an output has less room than the run needs: the last outputs say the sizes\00", align 1
@mlcc_rt.results.str.1 = private unnamed_addr constant [31 x i8] c"%s: a kernel reported error %d\00", align 1
@mlcc_rt.results.str.2 = private unnamed_addr constant [7 x i8] c"%s: %s\00", align 1
@mlcc_rt.results.str.3 = private unnamed_addr constant [46 x i8] c"%s: out of memory: no workspace of %lld bytes\00", align 1
@mlcc_rt.results.str.4 = private unnamed_addr constant [51 x i8] c"%s: expected a workspace of %lld bytes, given %lld\00", align 1
@mlcc_rt.results.str.5 = private unnamed_addr constant [59 x i8] c"%s: the workspace at %p is NULL or not aligned to 64 bytes\00", align 1

define internal ptr @mlcc_rt_nth(ptr %list, i64 %k) cold noinline {
entry:
  br label %for.cond

for.cond:
  %list.addr.0 = phi ptr [ %list, %entry ], [ %incdec.ptr, %for.body ]
  %k.addr.0 = phi i64 [ %k, %entry ], [ %sub, %for.body ]
  %cmp = icmp sgt i64 %k.addr.0, 0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %0 = load i8, ptr %list.addr.0, align 1
  %conv = sext i8 %0 to i32
  %cmp1 = icmp eq i32 %conv, 0
  %conv2 = zext i1 %cmp1 to i32
  %conv3 = sext i32 %conv2 to i64
  %sub = sub nsw i64 %k.addr.0, %conv3
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %list.addr.0, i32 1
  br label %for.cond

for.end:
  ret ptr %list.addr.0
}

define internal i32 @mlcc_rt_kernel_result(ptr %function, i32 %number) cold noinline {
entry:
  %cmp = icmp eq i32 %number, 16
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call = call ptr @mlcc_rt_message()
  %call1 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call, i32 512, ptr @mlcc_rt.results.str, ptr %function)
  br label %if.end

if.end:
  %cmp2 = icmp sge i32 %number, 0
  %cmp3 = icmp slt i32 %number, 100
  %or.cond = and i1 %cmp2, %cmp3
  br i1 %or.cond, label %return, label %if.end5

if.end5:
  %call6 = call ptr @mlcc_kernel_message(i32 %number)
  %cmp7 = icmp eq ptr %call6, null
  br i1 %cmp7, label %if.then8, label %if.else

if.then8:
  %call9 = call ptr @mlcc_rt_message()
  %call10 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call9, i32 512, ptr @mlcc_rt.results.str.1, ptr %function, i32 %number)
  br label %return

if.else:
  %call11 = call ptr @mlcc_rt_message()
  %call12 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call11, i32 512, ptr @mlcc_rt.results.str.2, ptr %function, ptr %call6)
  br label %return

return:
  %retval.0 = phi i32 [ %number, %if.end ], [ 13, %if.else ], [ 13, %if.then8 ]
  ret i32 %retval.0
}

declare i32 @snprintf(ptr, i32 signext, ptr, ...)

declare ptr @mlcc_rt_message()

declare ptr @mlcc_kernel_message(i32)

define internal i32 @mlcc_rt_no_memory(ptr %function, i64 %bytes) cold noinline {
entry:
  %call = call ptr @mlcc_rt_message()
  %call1 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call, i32 512, ptr @mlcc_rt.results.str.3, ptr %function, i64 %bytes)
  ret i32 11
}

define internal i32 @mlcc_rt_check_workspace(ptr %function, ptr %given, i32 %bytes, i64 %needed) {
entry:
  %conv = zext i32 %bytes to i64
  %cmp = icmp ult i64 %conv, %needed
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call = call ptr @mlcc_rt_message()
  %conv2 = zext i32 %bytes to i64
  %call3 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call, i32 512, ptr @mlcc_rt.results.str.4, ptr %function, i64 %needed, i64 %conv2)
  br label %return

if.end:
  %cmp4 = icmp ne i64 %needed, 0
  br i1 %cmp4, label %land.lhs.true, label %return

land.lhs.true:
  %cmp6 = icmp eq ptr %given, null
  %0 = ptrtoint ptr %given to i32
  %and = and i32 %0, 63
  %cmp8 = icmp ne i32 %and, 0
  %or.cond = select i1 %cmp6, i1 true, i1 %cmp8
  br i1 %or.cond, label %if.then10, label %return

if.then10:
  %call11 = call ptr @mlcc_rt_message()
  %call12 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call11, i32 512, ptr @mlcc_rt.results.str.5, ptr %function, ptr %given)
  br label %return

return:
  %retval.0 = phi i32 [ 10, %if.then ], [ 10, %if.then10 ], [ 0, %land.lhs.true ], [ 0, %if.end ]
  ret i32 %retval.0
}
