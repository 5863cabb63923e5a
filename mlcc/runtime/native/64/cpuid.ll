; Generated from cpuid.c by mlcc.runtime.native.generate.

define internal void @mlcc_rt_cpu_words(ptr %words) {
entry:
  %leaf = alloca [4 x i32], align 16
  %arraydecay = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 0
  call void @mlcc_rt_cpuid(i32 0, i32 0, ptr %arraydecay)
  %arrayidx = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 0
  %0 = load i32, ptr %arrayidx, align 16
  %arraydecay1 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 0
  call void @mlcc_rt_cpuid(i32 1, i32 0, ptr %arraydecay1)
  %arrayidx2 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 2
  %1 = load i32, ptr %arrayidx2, align 8
  %arrayidx3 = getelementptr inbounds i32, ptr %words, i64 0
  store i32 %1, ptr %arrayidx3, align 4
  %arrayidx4 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 3
  %2 = load i32, ptr %arrayidx4, align 4
  %arrayidx5 = getelementptr inbounds i32, ptr %words, i64 1
  store i32 %2, ptr %arrayidx5, align 4
  %cmp = icmp uge i32 %0, 7
  br i1 %cmp, label %if.then, label %if.end19

if.then:
  %arraydecay6 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 0
  call void @mlcc_rt_cpuid(i32 7, i32 0, ptr %arraydecay6)
  %arrayidx7 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 0
  %3 = load i32, ptr %arrayidx7, align 16
  %arrayidx8 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 1
  %4 = load i32, ptr %arrayidx8, align 4
  %arrayidx9 = getelementptr inbounds i32, ptr %words, i64 2
  store i32 %4, ptr %arrayidx9, align 4
  %arrayidx10 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 2
  %5 = load i32, ptr %arrayidx10, align 8
  %arrayidx11 = getelementptr inbounds i32, ptr %words, i64 3
  store i32 %5, ptr %arrayidx11, align 4
  %arrayidx12 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 3
  %6 = load i32, ptr %arrayidx12, align 4
  %arrayidx13 = getelementptr inbounds i32, ptr %words, i64 4
  store i32 %6, ptr %arrayidx13, align 4
  %cmp14 = icmp uge i32 %3, 1
  br i1 %cmp14, label %if.then15, label %if.end19

if.then15:
  %arraydecay16 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 0
  call void @mlcc_rt_cpuid(i32 7, i32 1, ptr %arraydecay16)
  %arrayidx17 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 0
  %7 = load i32, ptr %arrayidx17, align 16
  %arrayidx18 = getelementptr inbounds i32, ptr %words, i64 5
  store i32 %7, ptr %arrayidx18, align 4
  br label %if.end19

if.end19:
  %arraydecay20 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 0
  call void @mlcc_rt_cpuid(i32 -2147483648, i32 0, ptr %arraydecay20)
  %arrayidx21 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 0
  %8 = load i32, ptr %arrayidx21, align 16
  %cmp22 = icmp uge i32 %8, -2147483647
  br i1 %cmp22, label %if.then23, label %if.end27

if.then23:
  %arraydecay24 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 0
  call void @mlcc_rt_cpuid(i32 -2147483647, i32 0, ptr %arraydecay24)
  %arrayidx25 = getelementptr inbounds [4 x i32], ptr %leaf, i64 0, i64 2
  %9 = load i32, ptr %arrayidx25, align 8
  %arrayidx26 = getelementptr inbounds i32, ptr %words, i64 6
  store i32 %9, ptr %arrayidx26, align 4
  br label %if.end27

if.end27:
  %arrayidx28 = getelementptr inbounds i32, ptr %words, i64 0
  %10 = load i32, ptr %arrayidx28, align 4
  %and = and i32 %10, 134217728
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %if.then29, label %if.end40

if.then29:
  %call = call i32 @mlcc_rt_xcr0()
  %arrayidx30 = getelementptr inbounds i32, ptr %words, i64 7
  store i32 %call, ptr %arrayidx30, align 4
  %arrayidx31 = getelementptr inbounds i32, ptr %words, i64 7
  %11 = load i32, ptr %arrayidx31, align 4
  %and32 = and i32 %11, 393216
  %cmp33 = icmp ne i32 %and32, 393216
  br i1 %cmp33, label %if.then36, label %lor.lhs.false

lor.lhs.false:
  %call34 = call i32 @mlcc_rt_tiles()
  %tobool35 = icmp ne i32 %call34, 0
  br i1 %tobool35, label %if.end40, label %if.then36

if.then36:
  %arrayidx37 = getelementptr inbounds i32, ptr %words, i64 7
  %12 = load i32, ptr %arrayidx37, align 4
  %and38 = and i32 %12, -393217
  store i32 %and38, ptr %arrayidx37, align 4
  br label %if.end40

if.end40:
  ret void
}

declare void @mlcc_rt_cpuid(i32, i32, ptr)

declare i32 @mlcc_rt_xcr0()

declare i32 @mlcc_rt_tiles()
