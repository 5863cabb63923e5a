; Generated from selftest.c by mlcc.runtime.native.generate.

%struct.selftest = type { ptr, ptr, ptr, ptr, ptr, ptr, i64, i32 }
%struct.program_param = type { ptr, ptr, ptr, i32, i32, i32, i32, i8, i8 }
%struct.DLTensor = type { ptr, %struct.DLDevice, i32, %struct.DLDataType, ptr, ptr, i64 }
%struct.DLDevice = type { i32, i32 }
%struct.DLDataType = type { i8, i8, i16 }

@mlcc_rt.selftest.str = private unnamed_addr constant [83 x i8] c"%s: the weights are not those of the build: the file is damaged, or is another one\00", align 1
@mlcc_rt.selftest.str.1 = private unnamed_addr constant [54 x i8] c"%s: the largest difference is %.3g of what is allowed\00", align 1
@mlcc_rt.selftest.str.2 = private unnamed_addr constant [87 x i8] c"%s: element %lld of `%s` is %.9g, and was %.9g at the build; %.3g may lie between them\00", align 1

define internal i32 @mlcc_rt_selftest(ptr %self, ptr %weights) {
entry:
  %expected = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 5
  %0 = load ptr, ptr %expected, align 8
  %arrayidx = getelementptr inbounds i64, ptr %0, i64 0
  %1 = load i64, ptr %arrayidx, align 8
  %call = call i32 @mlcc_rt.selftest.check_weights(ptr %self, ptr %weights, i64 %1)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %return, label %if.end

if.end:
  %count = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %2 = load i32, ptr %count, align 8
  %conv = sext i32 %2 to i64
  %add = add i64 %conv, 1
  %call1 = call ptr @calloc(i64 %add, i64 48)
  %count2 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %3 = load i32, ptr %count2, align 8
  %conv3 = sext i32 %3 to i64
  %add4 = add i64 %conv3, 1
  %call5 = call ptr @calloc(i64 %add4, i64 8)
  br label %for.cond

for.cond:
  %axes.0 = phi i64 [ 0, %if.end ], [ %add10, %for.body ]
  %i.0 = phi i32 [ 0, %if.end ], [ %inc, %for.body ]
  %count6 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %4 = load i32, ptr %count6, align 8
  %cmp = icmp slt i32 %i.0, %4
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %params = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 1
  %5 = load ptr, ptr %params, align 8
  %idxprom = sext i32 %i.0 to i64
  %arrayidx8 = getelementptr inbounds %struct.program_param, ptr %5, i64 %idxprom
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx8, i32 0, i32 4
  %6 = load i32, ptr %rank, align 4
  %conv9 = sext i32 %6 to i64
  %add10 = add nsw i64 %axes.0, %conv9
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %add11 = add i64 %axes.0, 1
  %call12 = call ptr @calloc(i64 %add11, i64 8)
  %cmp13 = icmp eq ptr %call1, null
  %cmp15 = icmp eq ptr %call5, null
  %or.cond = select i1 %cmp13, i1 true, i1 %cmp15
  %cmp18 = icmp eq ptr %call12, null
  %or.cond28 = select i1 %or.cond, i1 true, i1 %cmp18
  br i1 %or.cond28, label %if.then20, label %for.cond23

if.then20:
  %function = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 0
  %7 = load ptr, ptr %function, align 8
  %call21 = call i32 @mlcc_rt_no_memory(ptr %7, i64 0)
  br label %if.end34

for.cond23:
  %i22.0 = phi i64 [ %inc31, %for.body26 ], [ 0, %for.end ]
  %cmp24 = icmp slt i64 %i22.0, %axes.0
  br i1 %cmp24, label %for.body26, label %for.end32

for.body26:
  %shapes27 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 4
  %8 = load ptr, ptr %shapes27, align 8
  %arrayidx28 = getelementptr inbounds i64, ptr %8, i64 %i22.0
  %9 = load i64, ptr %arrayidx28, align 8
  %arrayidx29 = getelementptr inbounds i64, ptr %call12, i64 %i22.0
  store i64 %9, ptr %arrayidx29, align 8
  %inc31 = add nsw i64 %i22.0, 1
  br label %for.cond23

for.end32:
  %call33 = call i32 @mlcc_rt.selftest.run_test(ptr %self, ptr %call1, ptr %call5, ptr %call12)
  br label %if.end34

if.end34:
  %failed.0 = phi i32 [ %call21, %if.then20 ], [ %call33, %for.end32 ]
  br label %for.cond36

for.cond36:
  %i35.0 = phi i32 [ 0, %if.end34 ], [ %inc46, %for.body42 ]
  %count37 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %10 = load i32, ptr %count37, align 8
  %cmp38 = icmp slt i32 %i35.0, %10
  %cmp40 = icmp ne ptr %call1, null
  %spec.select = select i1 %cmp38, i1 %cmp40, i1 false
  br i1 %spec.select, label %for.body42, label %for.end47

for.body42:
  %idxprom43 = sext i32 %i35.0 to i64
  %arrayidx44 = getelementptr inbounds %struct.DLTensor, ptr %call1, i64 %idxprom43
  %data = getelementptr inbounds nuw %struct.DLTensor, ptr %arrayidx44, i32 0, i32 0
  %11 = load ptr, ptr %data, align 8
  call void @free(ptr %11)
  %inc46 = add nsw i32 %i35.0, 1
  br label %for.cond36

for.end47:
  call void @free(ptr %call1)
  call void @free(ptr %call5)
  call void @free(ptr %call12)
  br label %return

return:
  %retval.0 = phi i32 [ %failed.0, %for.end47 ], [ 17, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.selftest.check_weights(ptr %self, ptr %weights, i64 %expected) {
entry:
  br label %for.cond

for.cond:
  %sum.0 = phi i64 [ 0, %entry ], [ %add2, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %words = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 6
  %0 = load i64, ptr %words, align 8
  %cmp = icmp slt i64 %i.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds i64, ptr %weights, i64 %i.0
  %1 = load i64, ptr %arrayidx, align 8
  %mul = mul nsw i64 2, %i.0
  %add = add nsw i64 %mul, 1
  %mul1 = mul i64 %1, %add
  %add2 = add i64 %sum.0, %mul1
  %inc = add nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %cmp3 = icmp eq i64 %sum.0, %expected
  br i1 %cmp3, label %return, label %if.end

if.end:
  %call = call ptr @mlcc_rt_message()
  %function = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 0
  %2 = load ptr, ptr %function, align 8
  %call4 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call, i64 512, ptr @mlcc_rt.selftest.str, ptr %2)
  br label %return

return:
  %retval.0 = phi i32 [ 17, %if.end ], [ 0, %for.end ]
  ret i32 %retval.0
}

declare ptr @calloc(i64, i64)

declare i32 @mlcc_rt_no_memory(ptr, i64)

define internal i32 @mlcc_rt.selftest.run_test(ptr %self, ptr %tensors, ptr %args, ptr %shape) {
entry:
  %worst = alloca double, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc34, %for.inc33 ]
  %shape.addr.0 = phi ptr [ %shape, %entry ], [ %add.ptr, %for.inc33 ]
  %count = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %0 = load i32, ptr %count, align 8
  %cmp = icmp slt i32 %i.0, %0
  br i1 %cmp, label %for.body, label %for.end35

for.body:
  %params = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 1
  %1 = load ptr, ptr %params, align 8
  %idxprom = sext i32 %i.0 to i64
  %arrayidx = getelementptr inbounds %struct.program_param, ptr %1, i64 %idxprom
  %call = call i64 @mlcc_rt.selftest.elements(ptr %arrayidx, ptr %shape.addr.0)
  %bits = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 8
  %2 = load i8, ptr %bits, align 1
  %conv = zext i8 %2 to i32
  %div = sdiv i32 %conv, 8
  %conv2 = sext i32 %div to i64
  %mul = mul nsw i64 %call, %conv2
  %idxprom3 = sext i32 %i.0 to i64
  %arrayidx4 = getelementptr inbounds %struct.DLTensor, ptr %tensors, i64 %idxprom3
  %idxprom5 = sext i32 %i.0 to i64
  %arrayidx6 = getelementptr inbounds ptr, ptr %args, i64 %idxprom5
  store ptr %arrayidx4, ptr %arrayidx6, align 8
  %idxprom7 = sext i32 %i.0 to i64
  %arrayidx8 = getelementptr inbounds %struct.DLTensor, ptr %tensors, i64 %idxprom7
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 4
  %3 = load i32, ptr %rank, align 4
  %code9 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 7
  %4 = load i8, ptr %code9, align 8
  %bits11 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 8
  %5 = load i8, ptr %bits11, align 1
  store ptr null, ptr %arrayidx8, align 8
  %.compoundliteral.sroa.2.0.arrayidx8.sroa_idx = getelementptr inbounds i8, ptr %arrayidx8, i64 8
  store i32 1, ptr %.compoundliteral.sroa.2.0.arrayidx8.sroa_idx, align 8
  %.compoundliteral.sroa.3.0.arrayidx8.sroa_idx = getelementptr inbounds i8, ptr %arrayidx8, i64 12
  store i32 0, ptr %.compoundliteral.sroa.3.0.arrayidx8.sroa_idx, align 4
  %.compoundliteral.sroa.4.0.arrayidx8.sroa_idx = getelementptr inbounds i8, ptr %arrayidx8, i64 16
  store i32 %3, ptr %.compoundliteral.sroa.4.0.arrayidx8.sroa_idx, align 8
  %.compoundliteral.sroa.5.0.arrayidx8.sroa_idx = getelementptr inbounds i8, ptr %arrayidx8, i64 20
  store i8 %4, ptr %.compoundliteral.sroa.5.0.arrayidx8.sroa_idx, align 4
  %.compoundliteral.sroa.6.0.arrayidx8.sroa_idx = getelementptr inbounds i8, ptr %arrayidx8, i64 21
  store i8 %5, ptr %.compoundliteral.sroa.6.0.arrayidx8.sroa_idx, align 1
  %.compoundliteral.sroa.7.0.arrayidx8.sroa_idx = getelementptr inbounds i8, ptr %arrayidx8, i64 22
  store i16 1, ptr %.compoundliteral.sroa.7.0.arrayidx8.sroa_idx, align 2
  %.compoundliteral.sroa.8.0.arrayidx8.sroa_idx = getelementptr inbounds i8, ptr %arrayidx8, i64 24
  store ptr %shape.addr.0, ptr %.compoundliteral.sroa.8.0.arrayidx8.sroa_idx, align 8
  %.compoundliteral.sroa.9.0.arrayidx8.sroa_idx = getelementptr inbounds i8, ptr %arrayidx8, i64 32
  store ptr null, ptr %.compoundliteral.sroa.9.0.arrayidx8.sroa_idx, align 8
  %.compoundliteral.sroa.10.0.arrayidx8.sroa_idx = getelementptr inbounds i8, ptr %arrayidx8, i64 40
  store i64 0, ptr %.compoundliteral.sroa.10.0.arrayidx8.sroa_idx, align 8
  %rank13 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 4
  %6 = load i32, ptr %rank13, align 4
  %idx.ext = sext i32 %6 to i64
  %add.ptr = getelementptr inbounds i64, ptr %shape.addr.0, i64 %idx.ext
  %idxprom14 = sext i32 %i.0 to i64
  %arrayidx15 = getelementptr inbounds %struct.DLTensor, ptr %tensors, i64 %idxprom14
  %data16 = getelementptr inbounds nuw %struct.DLTensor, ptr %arrayidx15, i32 0, i32 0
  %cmp17 = icmp sgt i64 %mul, 0
  %mul. = select i1 %cmp17, i64 %mul, i64 1
  %call19 = call i32 @posix_memalign(ptr %data16, i64 64, i64 %mul.)
  %cmp20 = icmp ne i32 %call19, 0
  br i1 %cmp20, label %if.then, label %for.cond23

if.then:
  %function = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 0
  %7 = load ptr, ptr %function, align 8
  %call22 = call i32 @mlcc_rt_no_memory(ptr %7, i64 %mul)
  br label %return

for.cond23:
  %at.0 = phi i64 [ %inc, %for.body28 ], [ 0, %for.body ]
  %role = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 3
  %8 = load i32, ptr %role, align 8
  %cmp24 = icmp ne i32 %8, 1
  %cmp26 = icmp slt i64 %at.0, %call
  %spec.select = select i1 %cmp24, i1 %cmp26, i1 false
  br i1 %spec.select, label %for.body28, label %for.inc33

for.body28:
  %conv29 = sext i32 %i.0 to i64
  %idxprom30 = sext i32 %i.0 to i64
  %arrayidx31 = getelementptr inbounds %struct.DLTensor, ptr %tensors, i64 %idxprom30
  %data32 = getelementptr inbounds nuw %struct.DLTensor, ptr %arrayidx31, i32 0, i32 0
  %9 = load ptr, ptr %data32, align 8
  call void @mlcc_rt.selftest.make(ptr %arrayidx, i64 %conv29, i64 %at.0, ptr %9)
  %inc = add nsw i64 %at.0, 1
  br label %for.cond23

for.inc33:
  %inc34 = add nsw i32 %i.0, 1
  br label %for.cond

for.end35:
  %entry36 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 2
  %10 = load ptr, ptr %entry36, align 8
  %count37 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %11 = load i32, ptr %count37, align 8
  %call38 = call i32 %10(ptr %args, i32 %11)
  %tobool = icmp ne i32 %call38, 0
  br i1 %tobool, label %if.end40, label %if.then39

if.then39:
  %results = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 3
  %12 = load ptr, ptr %results, align 8
  call void %12(ptr %args)
  br label %if.end40

if.end40:
  store double 0.000000e+00, ptr %worst, align 8
  %expected41 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 5
  %13 = load ptr, ptr %expected41, align 8
  %add.ptr42 = getelementptr inbounds i64, ptr %13, i64 1
  br label %for.cond44

for.cond44:
  %failed.0 = phi i32 [ %call38, %if.end40 ], [ %failed.1, %for.inc67 ]
  %expected.0 = phi ptr [ %add.ptr42, %if.end40 ], [ %expected.1, %for.inc67 ]
  %i43.0 = phi i32 [ 0, %if.end40 ], [ %inc68, %for.inc67 ]
  %count45 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %14 = load i32, ptr %count45, align 8
  %cmp46 = icmp slt i32 %i43.0, %14
  %tobool49 = icmp ne i32 %failed.0, 0
  %lnot = xor i1 %tobool49, true
  %15 = select i1 %cmp46, i1 %lnot, i1 false
  br i1 %15, label %for.body51, label %for.end69

for.body51:
  %params52 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 1
  %16 = load ptr, ptr %params52, align 8
  %idxprom53 = sext i32 %i43.0 to i64
  %arrayidx54 = getelementptr inbounds %struct.program_param, ptr %16, i64 %idxprom53
  %role55 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx54, i32 0, i32 3
  %17 = load i32, ptr %role55, align 8
  %cmp56 = icmp ne i32 %17, 0
  br i1 %cmp56, label %if.then58, label %for.inc67

if.then58:
  %params59 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 1
  %18 = load ptr, ptr %params59, align 8
  %idxprom60 = sext i32 %i43.0 to i64
  %arrayidx61 = getelementptr inbounds %struct.program_param, ptr %18, i64 %idxprom60
  %idxprom62 = sext i32 %i43.0 to i64
  %arrayidx63 = getelementptr inbounds %struct.DLTensor, ptr %tensors, i64 %idxprom62
  %call64 = call i32 @mlcc_rt.selftest.compare(ptr %self, ptr %arrayidx61, ptr %arrayidx63, ptr %expected.0, ptr %worst)
  %add.ptr65 = getelementptr inbounds i64, ptr %expected.0, i64 65
  br label %for.inc67

for.inc67:
  %failed.1 = phi i32 [ %call64, %if.then58 ], [ %failed.0, %for.body51 ]
  %expected.1 = phi ptr [ %add.ptr65, %if.then58 ], [ %expected.0, %for.body51 ]
  %inc68 = add nsw i32 %i43.0, 1
  br label %for.cond44

for.end69:
  %tobool70 = icmp ne i32 %failed.0, 0
  br i1 %tobool70, label %return, label %if.then71

if.then71:
  %call72 = call ptr @mlcc_rt_message()
  %function73 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 0
  %19 = load ptr, ptr %function73, align 8
  %20 = load double, ptr %worst, align 8
  %call74 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call72, i64 512, ptr @mlcc_rt.selftest.str.1, ptr %19, double %20)
  br label %return

return:
  %retval.0 = phi i32 [ %call22, %if.then ], [ %failed.0, %if.then71 ], [ %failed.0, %for.end69 ]
  ret i32 %retval.0
}

declare void @free(ptr)

declare i32 @snprintf(ptr, i64, ptr, ...)

declare ptr @mlcc_rt_message()

define internal i64 @mlcc_rt.selftest.elements(ptr %param, ptr %shape) {
entry:
  br label %for.cond

for.cond:
  %count.0 = phi i64 [ 1, %entry ], [ %mul, %for.body ]
  %axis.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %0 = load i32, ptr %rank, align 4
  %cmp = icmp slt i32 %axis.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %idxprom = sext i32 %axis.0 to i64
  %arrayidx = getelementptr inbounds i64, ptr %shape, i64 %idxprom
  %1 = load i64, ptr %arrayidx, align 8
  %mul = mul nsw i64 %count.0, %1
  %inc = add nsw i32 %axis.0, 1
  br label %for.cond

for.end:
  ret i64 %count.0
}

declare i32 @posix_memalign(ptr, i64, i64)

define internal void @mlcc_rt.selftest.make(ptr %param, i64 %seed, i64 %at, ptr %data) {
entry:
  %call = call i64 @mlcc_rt.selftest.bits_of(i64 %seed, i64 %at)
  %shr = lshr i64 %call, 56
  %conv = trunc i64 %shr to i32
  %sub = sub nsw i32 %conv, 128
  %conv1 = sitofp i32 %sub to float
  %div = fdiv float %conv1, 1.280000e+02
  %limit = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 6
  %0 = load i32, ptr %limit, align 4
  %tobool = icmp ne i32 %0, 0
  br i1 %tobool, label %cond.true, label %cond.end

cond.true:
  %low = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 5
  %1 = load i32, ptr %low, align 8
  %conv2 = sext i32 %1 to i64
  %shr3 = lshr i64 %call, 32
  %limit4 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 6
  %2 = load i32, ptr %limit4, align 4
  %conv5 = zext i32 %2 to i64
  %rem = urem i64 %shr3, %conv5
  %add = add i64 %conv2, %rem
  br label %cond.end

cond.end:
  %cond = phi i64 [ %add, %cond.true ], [ 0, %entry ]
  %limit6 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 6
  %3 = load i32, ptr %limit6, align 4
  %tobool7 = icmp ne i32 %3, 0
  br i1 %tobool7, label %if.then, label %if.end

if.then:
  %bits = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 8
  %4 = load i8, ptr %bits, align 1
  %conv8 = zext i8 %4 to i32
  switch i32 %conv8, label %sw.default [
    i32 8, label %sw.bb
    i32 16, label %sw.bb10
    i32 32, label %sw.bb13
  ]

sw.bb:
  %conv9 = trunc i64 %cond to i8
  %arrayidx = getelementptr inbounds i8, ptr %data, i64 %at
  store i8 %conv9, ptr %arrayidx, align 1
  br label %sw.epilog28

sw.bb10:
  %conv11 = trunc i64 %cond to i16
  %arrayidx12 = getelementptr inbounds i16, ptr %data, i64 %at
  store i16 %conv11, ptr %arrayidx12, align 2
  br label %sw.epilog28

sw.bb13:
  %conv14 = trunc i64 %cond to i32
  %arrayidx15 = getelementptr inbounds i32, ptr %data, i64 %at
  store i32 %conv14, ptr %arrayidx15, align 4
  br label %sw.epilog28

sw.default:
  %arrayidx16 = getelementptr inbounds i64, ptr %data, i64 %at
  store i64 %cond, ptr %arrayidx16, align 8
  br label %sw.epilog28

if.end:
  %bits17 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 8
  %5 = load i8, ptr %bits17, align 1
  %conv18 = zext i8 %5 to i32
  switch i32 %conv18, label %sw.default25 [
    i32 16, label %sw.bb19
    i32 32, label %sw.bb23
  ]

sw.bb19:
  %code = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 7
  %6 = load i8, ptr %code, align 8
  %conv20 = zext i8 %6 to i32
  %call21 = call zeroext i16 @mlcc_rt.selftest.narrow(float %div, i32 %conv20)
  %arrayidx22 = getelementptr inbounds i16, ptr %data, i64 %at
  store i16 %call21, ptr %arrayidx22, align 2
  br label %sw.epilog28

sw.bb23:
  %arrayidx24 = getelementptr inbounds float, ptr %data, i64 %at
  store float %div, ptr %arrayidx24, align 4
  br label %sw.epilog28

sw.default25:
  %conv26 = fpext float %div to double
  %arrayidx27 = getelementptr inbounds double, ptr %data, i64 %at
  store double %conv26, ptr %arrayidx27, align 8
  br label %sw.epilog28

sw.epilog28:
  ret void
}

define internal i32 @mlcc_rt.selftest.compare(ptr %self, ptr %param, ptr %tensor, ptr %expected, ptr %worst) {
entry:
  %shape = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 4
  %0 = load ptr, ptr %shape, align 8
  %call = call i64 @mlcc_rt.selftest.elements(ptr %param, ptr %0)
  %cmp = icmp slt i64 %call, 64
  %call. = select i1 %cmp, i64 %call, i64 64
  %arrayidx = getelementptr inbounds i64, ptr %expected, i64 0
  %1 = load i64, ptr %arrayidx, align 8
  %call1 = call double @mlcc_rt.selftest.as_double(i64 %1)
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp2 = icmp slt i64 %i.0, %call.
  br i1 %cmp2, label %for.body, label %return

for.body:
  %div = sdiv i64 %call, %call.
  %mul = mul nsw i64 %div, %i.0
  %rem = srem i64 %call, %call.
  %mul3 = mul nsw i64 %rem, %i.0
  %div4 = sdiv i64 %mul3, %call.
  %add = add nsw i64 %mul, %div4
  %data = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 0
  %2 = load ptr, ptr %data, align 8
  %call5 = call double @mlcc_rt.selftest.element(ptr %param, ptr %2, i64 %add)
  %add6 = add nsw i64 1, %i.0
  %arrayidx7 = getelementptr inbounds i64, ptr %expected, i64 %add6
  %3 = load i64, ptr %arrayidx7, align 8
  %call8 = call double @mlcc_rt.selftest.as_double(i64 %3)
  %cmp9 = fcmp ogt double %call5, %call8
  %sub = fsub double %call5, %call8
  %sub12 = fsub double %call8, %call5
  %cond14 = select i1 %cmp9, double %sub, double %sub12
  %cmp15 = fcmp oeq double %call5, %call8
  br i1 %cmp15, label %for.inc, label %lor.lhs.false

lor.lhs.false:
  %cmp16 = fcmp une double %call5, %call5
  %cmp17 = fcmp une double %call8, %call8
  %or.cond = and i1 %cmp16, %cmp17
  br i1 %or.cond, label %for.inc, label %if.end

if.end:
  %cmp18 = fcmp ole double %cond14, %call1
  br i1 %cmp18, label %if.end22, label %if.then19

if.then19:
  %call20 = call ptr @mlcc_rt_message()
  %function = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 0
  %4 = load ptr, ptr %function, align 8
  %name = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %5 = load ptr, ptr %name, align 8
  %call21 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call20, i64 512, ptr @mlcc_rt.selftest.str.2, ptr %4, i64 %add, ptr %5, double %call5, double %call8, double %call1)
  br label %return

if.end22:
  %6 = load double, ptr %worst, align 8
  %mul23 = fmul double %6, %call1
  %cmp24 = fcmp ogt double %cond14, %mul23
  br i1 %cmp24, label %cond.true25, label %cond.false27

cond.true25:
  %div26 = fdiv double %cond14, %call1
  br label %cond.end28

cond.false27:
  %7 = load double, ptr %worst, align 8
  br label %cond.end28

cond.end28:
  %cond29 = phi double [ %div26, %cond.true25 ], [ %7, %cond.false27 ]
  store double %cond29, ptr %worst, align 8
  br label %for.inc

for.inc:
  %inc = add nsw i64 %i.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 17, %if.then19 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i64 @mlcc_rt.selftest.bits_of(i64 %seed, i64 %at) {
entry:
  %shl = shl i64 %seed, 32
  %add = add nsw i64 %at, 1
  %mul = mul i64 %add, -7046029254386353131
  %add1 = add i64 %shl, %mul
  %shr = lshr i64 %add1, 30
  %xor = xor i64 %add1, %shr
  %mul2 = mul i64 %xor, -4658895280553007687
  %shr3 = lshr i64 %mul2, 27
  %xor4 = xor i64 %mul2, %shr3
  %mul5 = mul i64 %xor4, -7723592293110705685
  %shr6 = lshr i64 %mul5, 31
  %xor7 = xor i64 %mul5, %shr6
  ret i64 %xor7
}

define internal zeroext i16 @mlcc_rt.selftest.narrow(float %value, i32 %code) {
entry:
  %0 = bitcast float %value to i32
  %shr = lshr i32 %0, 16
  %and = and i32 %shr, 32768
  %cmp = icmp eq i32 %code, 4
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %1 = bitcast float %value to i32
  %shr1 = lshr i32 %1, 16
  %conv = trunc i32 %shr1 to i16
  br label %return

if.end:
  %cmp2 = fcmp oeq float %value, 0.000000e+00
  br i1 %cmp2, label %cond.end, label %cond.false

cond.false:
  %2 = bitcast float %value to i32
  %and4 = and i32 %2, 2147483647
  %shr5 = lshr i32 %and4, 13
  %sub = sub i32 %shr5, 114688
  %or = or i32 %and, %sub
  br label %cond.end

cond.end:
  %cond = phi i32 [ %or, %cond.false ], [ %and, %if.end ]
  %conv6 = trunc i32 %cond to i16
  br label %return

return:
  %retval.0 = phi i16 [ %conv, %if.then ], [ %conv6, %cond.end ]
  ret i16 %retval.0
}

define internal double @mlcc_rt.selftest.as_double(i64 %bits) {
entry:
  %0 = bitcast i64 %bits to double
  ret double %0
}

define internal double @mlcc_rt.selftest.element(ptr %param, ptr %data, i64 %at) {
entry:
  %code = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 7
  %0 = load i8, ptr %code, align 8
  %conv = zext i8 %0 to i32
  %cmp = icmp eq i32 %conv, 0
  %conv1 = zext i1 %cmp to i32
  %code2 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 7
  %1 = load i8, ptr %code2, align 8
  %conv3 = zext i8 %1 to i32
  %mul = mul nsw i32 %conv3, 100
  %bits = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 8
  %2 = load i8, ptr %bits, align 1
  %conv4 = zext i8 %2 to i32
  %add = add nsw i32 %mul, %conv4
  switch i32 %add, label %sw.epilog [
    i32 216, label %sw.bb
    i32 416, label %sw.bb5
    i32 232, label %sw.bb9
    i32 264, label %sw.bb12
  ]

sw.bb:
  %arrayidx = getelementptr inbounds i16, ptr %data, i64 %at
  %3 = load i16, ptr %arrayidx, align 2
  %call = call double @mlcc_rt.selftest.of_half(i16 zeroext %3)
  br label %return

sw.bb5:
  %arrayidx6 = getelementptr inbounds i16, ptr %data, i64 %at
  %4 = load i16, ptr %arrayidx6, align 2
  %conv7 = zext i16 %4 to i32
  %shl = shl i32 %conv7, 16
  %5 = bitcast i32 %shl to float
  %conv8 = fpext float %5 to double
  br label %return

sw.bb9:
  %arrayidx10 = getelementptr inbounds float, ptr %data, i64 %at
  %6 = load float, ptr %arrayidx10, align 4
  %conv11 = fpext float %6 to double
  br label %return

sw.bb12:
  %arrayidx13 = getelementptr inbounds double, ptr %data, i64 %at
  %7 = load double, ptr %arrayidx13, align 8
  br label %return

sw.epilog:
  %bits14 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 8
  %8 = load i8, ptr %bits14, align 1
  %conv15 = zext i8 %8 to i32
  switch i32 %conv15, label %sw.default43 [
    i32 8, label %sw.bb16
    i32 16, label %sw.bb22
    i32 32, label %sw.bb33
  ]

sw.bb16:
  %tobool = icmp ne i32 %conv1, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %arrayidx17 = getelementptr inbounds i8, ptr %data, i64 %at
  %9 = load i8, ptr %arrayidx17, align 1
  %conv18 = sext i8 %9 to i32
  br label %cond.end

cond.false:
  %arrayidx19 = getelementptr inbounds i8, ptr %data, i64 %at
  %10 = load i8, ptr %arrayidx19, align 1
  %conv20 = zext i8 %10 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv18, %cond.true ], [ %conv20, %cond.false ]
  %conv21 = sitofp i32 %cond to double
  br label %return

sw.bb22:
  %tobool23 = icmp ne i32 %conv1, 0
  br i1 %tobool23, label %cond.true24, label %cond.false27

cond.true24:
  %arrayidx25 = getelementptr inbounds i16, ptr %data, i64 %at
  %11 = load i16, ptr %arrayidx25, align 2
  %conv26 = sext i16 %11 to i32
  br label %cond.end30

cond.false27:
  %arrayidx28 = getelementptr inbounds i16, ptr %data, i64 %at
  %12 = load i16, ptr %arrayidx28, align 2
  %conv29 = zext i16 %12 to i32
  br label %cond.end30

cond.end30:
  %cond31 = phi i32 [ %conv26, %cond.true24 ], [ %conv29, %cond.false27 ]
  %conv32 = sitofp i32 %cond31 to double
  br label %return

sw.bb33:
  %tobool34 = icmp ne i32 %conv1, 0
  br i1 %tobool34, label %cond.true35, label %cond.false38

cond.true35:
  %arrayidx36 = getelementptr inbounds i32, ptr %data, i64 %at
  %13 = load i32, ptr %arrayidx36, align 4
  %conv37 = sitofp i32 %13 to double
  br label %return

cond.false38:
  %arrayidx39 = getelementptr inbounds i32, ptr %data, i64 %at
  %14 = load i32, ptr %arrayidx39, align 4
  %conv40 = uitofp i32 %14 to double
  br label %return

sw.default43:
  %tobool44 = icmp ne i32 %conv1, 0
  br i1 %tobool44, label %cond.true45, label %cond.false48

cond.true45:
  %arrayidx46 = getelementptr inbounds i64, ptr %data, i64 %at
  %15 = load i64, ptr %arrayidx46, align 8
  %conv47 = sitofp i64 %15 to double
  br label %return

cond.false48:
  %arrayidx49 = getelementptr inbounds i64, ptr %data, i64 %at
  %16 = load i64, ptr %arrayidx49, align 8
  %conv50 = uitofp i64 %16 to double
  br label %return

return:
  %retval.0 = phi double [ %conv40, %cond.false38 ], [ %conv21, %cond.end ], [ %conv32, %cond.end30 ], [ %7, %sw.bb12 ], [ %call, %sw.bb ], [ %conv8, %sw.bb5 ], [ %conv11, %sw.bb9 ], [ %conv37, %cond.true35 ], [ %conv47, %cond.true45 ], [ %conv50, %cond.false48 ]
  ret double %retval.0
}

define internal double @mlcc_rt.selftest.of_half(i16 zeroext %half) {
entry:
  %conv = zext i16 %half to i32
  %and = and i32 %conv, 32767
  %shl = shl i32 %and, 13
  %0 = bitcast i32 %shl to float
  %mul = fmul float %0, 0x46F0000000000000
  %1 = bitcast float %mul to i32
  %conv1 = zext i16 %half to i32
  %and2 = and i32 %conv1, 31744
  %cmp = icmp eq i32 %and2, 31744
  %cond = select i1 %cmp, i32 2139095040, i32 0
  %or = or i32 %1, %cond
  %conv4 = zext i16 %half to i32
  %and5 = and i32 %conv4, 32768
  %shl6 = shl i32 %and5, 16
  %or7 = or i32 %or, %shl6
  %2 = bitcast i32 %or7 to float
  %conv8 = fpext float %2 to double
  ret double %conv8
}
