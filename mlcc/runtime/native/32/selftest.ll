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
  %0 = load ptr, ptr %expected, align 4
  %arrayidx = getelementptr inbounds i64, ptr %0, i32 0
  %1 = load i64, ptr %arrayidx, align 4
  %call = call i32 @mlcc_rt.selftest.check_weights(ptr %self, ptr %weights, i64 %1)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %return, label %if.end

if.end:
  %count = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %2 = load i32, ptr %count, align 4
  %add = add i32 %2, 1
  %call1 = call ptr @calloc(i32 %add, i32 36)
  %count2 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %3 = load i32, ptr %count2, align 4
  %add3 = add i32 %3, 1
  %call4 = call ptr @calloc(i32 %add3, i32 4)
  br label %for.cond

for.cond:
  %axes.0 = phi i64 [ 0, %if.end ], [ %add7, %for.body ]
  %i.0 = phi i32 [ 0, %if.end ], [ %inc, %for.body ]
  %count5 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %4 = load i32, ptr %count5, align 4
  %cmp = icmp slt i32 %i.0, %4
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %params = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 1
  %5 = load ptr, ptr %params, align 4
  %arrayidx6 = getelementptr inbounds %struct.program_param, ptr %5, i32 %i.0
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx6, i32 0, i32 4
  %6 = load i32, ptr %rank, align 4
  %conv = sext i32 %6 to i64
  %add7 = add nsw i64 %axes.0, %conv
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %conv8 = trunc i64 %axes.0 to i32
  %add9 = add i32 %conv8, 1
  %call10 = call ptr @calloc(i32 %add9, i32 8)
  %cmp11 = icmp eq ptr %call1, null
  %cmp13 = icmp eq ptr %call4, null
  %or.cond = select i1 %cmp11, i1 true, i1 %cmp13
  %cmp16 = icmp eq ptr %call10, null
  %or.cond28 = select i1 %or.cond, i1 true, i1 %cmp16
  br i1 %or.cond28, label %if.then18, label %for.cond21

if.then18:
  %function = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 0
  %7 = load ptr, ptr %function, align 4
  %call19 = call i32 @mlcc_rt_no_memory(ptr %7, i64 0)
  br label %if.end33

for.cond21:
  %i20.0 = phi i64 [ %inc30, %for.body24 ], [ 0, %for.end ]
  %cmp22 = icmp slt i64 %i20.0, %axes.0
  br i1 %cmp22, label %for.body24, label %for.end31

for.body24:
  %shapes25 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 4
  %8 = load ptr, ptr %shapes25, align 4
  %idxprom = trunc i64 %i20.0 to i32
  %arrayidx26 = getelementptr inbounds i64, ptr %8, i32 %idxprom
  %9 = load i64, ptr %arrayidx26, align 4
  %idxprom27 = trunc i64 %i20.0 to i32
  %arrayidx28 = getelementptr inbounds i64, ptr %call10, i32 %idxprom27
  store i64 %9, ptr %arrayidx28, align 4
  %inc30 = add nsw i64 %i20.0, 1
  br label %for.cond21

for.end31:
  %call32 = call i32 @mlcc_rt.selftest.run_test(ptr %self, ptr %call1, ptr %call4, ptr %call10)
  br label %if.end33

if.end33:
  %failed.0 = phi i32 [ %call19, %if.then18 ], [ %call32, %for.end31 ]
  br label %for.cond35

for.cond35:
  %i34.0 = phi i32 [ 0, %if.end33 ], [ %inc44, %for.body41 ]
  %count36 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %10 = load i32, ptr %count36, align 4
  %cmp37 = icmp slt i32 %i34.0, %10
  %cmp39 = icmp ne ptr %call1, null
  %spec.select = select i1 %cmp37, i1 %cmp39, i1 false
  br i1 %spec.select, label %for.body41, label %for.end45

for.body41:
  %arrayidx42 = getelementptr inbounds %struct.DLTensor, ptr %call1, i32 %i34.0
  %data = getelementptr inbounds nuw %struct.DLTensor, ptr %arrayidx42, i32 0, i32 0
  %11 = load ptr, ptr %data, align 4
  call void @free(ptr %11)
  %inc44 = add nsw i32 %i34.0, 1
  br label %for.cond35

for.end45:
  call void @free(ptr %call1)
  call void @free(ptr %call4)
  call void @free(ptr %call10)
  br label %return

return:
  %retval.0 = phi i32 [ %failed.0, %for.end45 ], [ 17, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.selftest.check_weights(ptr %self, ptr %weights, i64 %expected) {
entry:
  br label %for.cond

for.cond:
  %sum.0 = phi i64 [ 0, %entry ], [ %add2, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %words = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 6
  %0 = load i64, ptr %words, align 4
  %cmp = icmp slt i64 %i.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %idxprom = trunc i64 %i.0 to i32
  %arrayidx = getelementptr inbounds i64, ptr %weights, i32 %idxprom
  %1 = load i64, ptr %arrayidx, align 4
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
  %2 = load ptr, ptr %function, align 4
  %call4 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call, i32 512, ptr @mlcc_rt.selftest.str, ptr %2)
  br label %return

return:
  %retval.0 = phi i32 [ 17, %if.end ], [ 0, %for.end ]
  ret i32 %retval.0
}

declare ptr @calloc(i32 signext, i32 signext)

declare i32 @mlcc_rt_no_memory(ptr, i64)

define internal i32 @mlcc_rt.selftest.run_test(ptr %self, ptr %tensors, ptr %args, ptr %shape) {
entry:
  %worst = alloca double, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc30, %for.inc29 ]
  %shape.addr.0 = phi ptr [ %shape, %entry ], [ %add.ptr, %for.inc29 ]
  %count = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %0 = load i32, ptr %count, align 4
  %cmp = icmp slt i32 %i.0, %0
  br i1 %cmp, label %for.body, label %for.end31

for.body:
  %params = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 1
  %1 = load ptr, ptr %params, align 4
  %arrayidx = getelementptr inbounds %struct.program_param, ptr %1, i32 %i.0
  %call = call i64 @mlcc_rt.selftest.elements(ptr %arrayidx, ptr %shape.addr.0)
  %bits = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 8
  %2 = load i8, ptr %bits, align 1
  %conv = zext i8 %2 to i32
  %div = sdiv i32 %conv, 8
  %conv2 = sext i32 %div to i64
  %mul = mul nsw i64 %call, %conv2
  %arrayidx3 = getelementptr inbounds %struct.DLTensor, ptr %tensors, i32 %i.0
  %arrayidx4 = getelementptr inbounds ptr, ptr %args, i32 %i.0
  store ptr %arrayidx3, ptr %arrayidx4, align 4
  %arrayidx5 = getelementptr inbounds %struct.DLTensor, ptr %tensors, i32 %i.0
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 4
  %3 = load i32, ptr %rank, align 4
  %code6 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 7
  %4 = load i8, ptr %code6, align 4
  %bits8 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 8
  %5 = load i8, ptr %bits8, align 1
  store ptr null, ptr %arrayidx5, align 4
  %.compoundliteral.sroa.2.0.arrayidx5.sroa_idx = getelementptr inbounds i8, ptr %arrayidx5, i32 4
  store i32 1, ptr %.compoundliteral.sroa.2.0.arrayidx5.sroa_idx, align 4
  %.compoundliteral.sroa.3.0.arrayidx5.sroa_idx = getelementptr inbounds i8, ptr %arrayidx5, i32 8
  store i32 0, ptr %.compoundliteral.sroa.3.0.arrayidx5.sroa_idx, align 4
  %.compoundliteral.sroa.4.0.arrayidx5.sroa_idx = getelementptr inbounds i8, ptr %arrayidx5, i32 12
  store i32 %3, ptr %.compoundliteral.sroa.4.0.arrayidx5.sroa_idx, align 4
  %.compoundliteral.sroa.5.0.arrayidx5.sroa_idx = getelementptr inbounds i8, ptr %arrayidx5, i32 16
  store i8 %4, ptr %.compoundliteral.sroa.5.0.arrayidx5.sroa_idx, align 4
  %.compoundliteral.sroa.6.0.arrayidx5.sroa_idx = getelementptr inbounds i8, ptr %arrayidx5, i32 17
  store i8 %5, ptr %.compoundliteral.sroa.6.0.arrayidx5.sroa_idx, align 1
  %.compoundliteral.sroa.7.0.arrayidx5.sroa_idx = getelementptr inbounds i8, ptr %arrayidx5, i32 18
  store i16 1, ptr %.compoundliteral.sroa.7.0.arrayidx5.sroa_idx, align 2
  %.compoundliteral.sroa.8.0.arrayidx5.sroa_idx = getelementptr inbounds i8, ptr %arrayidx5, i32 20
  store ptr %shape.addr.0, ptr %.compoundliteral.sroa.8.0.arrayidx5.sroa_idx, align 4
  %.compoundliteral.sroa.9.0.arrayidx5.sroa_idx = getelementptr inbounds i8, ptr %arrayidx5, i32 24
  store ptr null, ptr %.compoundliteral.sroa.9.0.arrayidx5.sroa_idx, align 4
  %.compoundliteral.sroa.10.0.arrayidx5.sroa_idx = getelementptr inbounds i8, ptr %arrayidx5, i32 28
  store i64 0, ptr %.compoundliteral.sroa.10.0.arrayidx5.sroa_idx, align 4
  %rank10 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 4
  %6 = load i32, ptr %rank10, align 4
  %add.ptr = getelementptr inbounds i64, ptr %shape.addr.0, i32 %6
  %arrayidx11 = getelementptr inbounds %struct.DLTensor, ptr %tensors, i32 %i.0
  %data12 = getelementptr inbounds nuw %struct.DLTensor, ptr %arrayidx11, i32 0, i32 0
  %cmp13 = icmp sgt i64 %mul, 0
  %conv15 = trunc i64 %mul to i32
  %cond = select i1 %cmp13, i32 %conv15, i32 1
  %call16 = call i32 @posix_memalign(ptr %data12, i32 64, i32 %cond)
  %cmp17 = icmp ne i32 %call16, 0
  br i1 %cmp17, label %if.then, label %for.cond20

if.then:
  %function = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 0
  %7 = load ptr, ptr %function, align 4
  %call19 = call i32 @mlcc_rt_no_memory(ptr %7, i64 %mul)
  br label %return

for.cond20:
  %at.0 = phi i64 [ %inc, %for.body25 ], [ 0, %for.body ]
  %role = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 3
  %8 = load i32, ptr %role, align 4
  %cmp21 = icmp ne i32 %8, 1
  %cmp23 = icmp slt i64 %at.0, %call
  %spec.select = select i1 %cmp21, i1 %cmp23, i1 false
  br i1 %spec.select, label %for.body25, label %for.inc29

for.body25:
  %conv26 = sext i32 %i.0 to i64
  %arrayidx27 = getelementptr inbounds %struct.DLTensor, ptr %tensors, i32 %i.0
  %data28 = getelementptr inbounds nuw %struct.DLTensor, ptr %arrayidx27, i32 0, i32 0
  %9 = load ptr, ptr %data28, align 4
  call void @mlcc_rt.selftest.make(ptr %arrayidx, i64 %conv26, i64 %at.0, ptr %9)
  %inc = add nsw i64 %at.0, 1
  br label %for.cond20

for.inc29:
  %inc30 = add nsw i32 %i.0, 1
  br label %for.cond

for.end31:
  %entry32 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 2
  %10 = load ptr, ptr %entry32, align 4
  %count33 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %11 = load i32, ptr %count33, align 4
  %call34 = call i32 %10(ptr %args, i32 %11)
  %tobool = icmp ne i32 %call34, 0
  br i1 %tobool, label %if.end36, label %if.then35

if.then35:
  %results = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 3
  %12 = load ptr, ptr %results, align 4
  call void %12(ptr %args)
  br label %if.end36

if.end36:
  store double 0.000000e+00, ptr %worst, align 8
  %expected37 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 5
  %13 = load ptr, ptr %expected37, align 4
  %add.ptr38 = getelementptr inbounds i64, ptr %13, i32 1
  br label %for.cond40

for.cond40:
  %failed.0 = phi i32 [ %call34, %if.end36 ], [ %failed.1, %for.inc60 ]
  %expected.0 = phi ptr [ %add.ptr38, %if.end36 ], [ %expected.1, %for.inc60 ]
  %i39.0 = phi i32 [ 0, %if.end36 ], [ %inc61, %for.inc60 ]
  %count41 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 7
  %14 = load i32, ptr %count41, align 4
  %cmp42 = icmp slt i32 %i39.0, %14
  %tobool45 = icmp ne i32 %failed.0, 0
  %lnot = xor i1 %tobool45, true
  %15 = select i1 %cmp42, i1 %lnot, i1 false
  br i1 %15, label %for.body47, label %for.end62

for.body47:
  %params48 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 1
  %16 = load ptr, ptr %params48, align 4
  %arrayidx49 = getelementptr inbounds %struct.program_param, ptr %16, i32 %i39.0
  %role50 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx49, i32 0, i32 3
  %17 = load i32, ptr %role50, align 4
  %cmp51 = icmp ne i32 %17, 0
  br i1 %cmp51, label %if.then53, label %for.inc60

if.then53:
  %params54 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 1
  %18 = load ptr, ptr %params54, align 4
  %arrayidx55 = getelementptr inbounds %struct.program_param, ptr %18, i32 %i39.0
  %arrayidx56 = getelementptr inbounds %struct.DLTensor, ptr %tensors, i32 %i39.0
  %call57 = call i32 @mlcc_rt.selftest.compare(ptr %self, ptr %arrayidx55, ptr %arrayidx56, ptr %expected.0, ptr %worst)
  %add.ptr58 = getelementptr inbounds i64, ptr %expected.0, i32 65
  br label %for.inc60

for.inc60:
  %failed.1 = phi i32 [ %call57, %if.then53 ], [ %failed.0, %for.body47 ]
  %expected.1 = phi ptr [ %add.ptr58, %if.then53 ], [ %expected.0, %for.body47 ]
  %inc61 = add nsw i32 %i39.0, 1
  br label %for.cond40

for.end62:
  %tobool63 = icmp ne i32 %failed.0, 0
  br i1 %tobool63, label %return, label %if.then64

if.then64:
  %call65 = call ptr @mlcc_rt_message()
  %function66 = getelementptr inbounds nuw %struct.selftest, ptr %self, i32 0, i32 0
  %19 = load ptr, ptr %function66, align 4
  %20 = load double, ptr %worst, align 8
  %call67 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call65, i32 512, ptr @mlcc_rt.selftest.str.1, ptr %19, double %20)
  br label %return

return:
  %retval.0 = phi i32 [ %call19, %if.then ], [ %failed.0, %if.then64 ], [ %failed.0, %for.end62 ]
  ret i32 %retval.0
}

declare void @free(ptr)

declare i32 @snprintf(ptr, i32 signext, ptr, ...)

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
  %arrayidx = getelementptr inbounds i64, ptr %shape, i32 %axis.0
  %1 = load i64, ptr %arrayidx, align 4
  %mul = mul nsw i64 %count.0, %1
  %inc = add nsw i32 %axis.0, 1
  br label %for.cond

for.end:
  ret i64 %count.0
}

declare i32 @posix_memalign(ptr, i32 signext, i32 signext)

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
  %1 = load i32, ptr %low, align 4
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
    i32 32, label %sw.bb14
  ]

sw.bb:
  %conv9 = trunc i64 %cond to i8
  %idxprom = trunc i64 %at to i32
  %arrayidx = getelementptr inbounds i8, ptr %data, i32 %idxprom
  store i8 %conv9, ptr %arrayidx, align 1
  br label %sw.epilog34

sw.bb10:
  %conv11 = trunc i64 %cond to i16
  %idxprom12 = trunc i64 %at to i32
  %arrayidx13 = getelementptr inbounds i16, ptr %data, i32 %idxprom12
  store i16 %conv11, ptr %arrayidx13, align 2
  br label %sw.epilog34

sw.bb14:
  %conv15 = trunc i64 %cond to i32
  %idxprom16 = trunc i64 %at to i32
  %arrayidx17 = getelementptr inbounds i32, ptr %data, i32 %idxprom16
  store i32 %conv15, ptr %arrayidx17, align 4
  br label %sw.epilog34

sw.default:
  %idxprom18 = trunc i64 %at to i32
  %arrayidx19 = getelementptr inbounds i64, ptr %data, i32 %idxprom18
  store i64 %cond, ptr %arrayidx19, align 4
  br label %sw.epilog34

if.end:
  %bits20 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 8
  %5 = load i8, ptr %bits20, align 1
  %conv21 = zext i8 %5 to i32
  switch i32 %conv21, label %sw.default30 [
    i32 16, label %sw.bb22
    i32 32, label %sw.bb27
  ]

sw.bb22:
  %code = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 7
  %6 = load i8, ptr %code, align 4
  %conv23 = zext i8 %6 to i32
  %call24 = call zeroext i16 @mlcc_rt.selftest.narrow(float %div, i32 %conv23)
  %idxprom25 = trunc i64 %at to i32
  %arrayidx26 = getelementptr inbounds i16, ptr %data, i32 %idxprom25
  store i16 %call24, ptr %arrayidx26, align 2
  br label %sw.epilog34

sw.bb27:
  %idxprom28 = trunc i64 %at to i32
  %arrayidx29 = getelementptr inbounds float, ptr %data, i32 %idxprom28
  store float %div, ptr %arrayidx29, align 4
  br label %sw.epilog34

sw.default30:
  %conv31 = fpext float %div to double
  %idxprom32 = trunc i64 %at to i32
  %arrayidx33 = getelementptr inbounds double, ptr %data, i32 %idxprom32
  store double %conv31, ptr %arrayidx33, align 4
  br label %sw.epilog34

sw.epilog34:
  ret void
}

define internal i32 @mlcc_rt.selftest.compare(ptr %self, ptr %param, ptr %tensor, ptr %expected, ptr %worst) {
entry:
  %shape = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 4
  %0 = load ptr, ptr %shape, align 4
  %call = call i64 @mlcc_rt.selftest.elements(ptr %param, ptr %0)
  %cmp = icmp slt i64 %call, 64
  %call. = select i1 %cmp, i64 %call, i64 64
  %arrayidx = getelementptr inbounds i64, ptr %expected, i32 0
  %1 = load i64, ptr %arrayidx, align 4
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
  %2 = load ptr, ptr %data, align 4
  %call5 = call double @mlcc_rt.selftest.element(ptr %param, ptr %2, i64 %add)
  %add6 = add nsw i64 1, %i.0
  %idxprom = trunc i64 %add6 to i32
  %arrayidx7 = getelementptr inbounds i64, ptr %expected, i32 %idxprom
  %3 = load i64, ptr %arrayidx7, align 4
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
  %4 = load ptr, ptr %function, align 4
  %name = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %5 = load ptr, ptr %name, align 4
  %call21 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call20, i32 512, ptr @mlcc_rt.selftest.str.2, ptr %4, i64 %add, ptr %5, double %call5, double %call8, double %call1)
  br label %return

if.end22:
  %6 = load double, ptr %worst, align 4
  %mul23 = fmul double %6, %call1
  %cmp24 = fcmp ogt double %cond14, %mul23
  br i1 %cmp24, label %cond.true25, label %cond.false27

cond.true25:
  %div26 = fdiv double %cond14, %call1
  br label %cond.end28

cond.false27:
  %7 = load double, ptr %worst, align 4
  br label %cond.end28

cond.end28:
  %cond29 = phi double [ %div26, %cond.true25 ], [ %7, %cond.false27 ]
  store double %cond29, ptr %worst, align 4
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
  %0 = load i8, ptr %code, align 4
  %conv = zext i8 %0 to i32
  %cmp = icmp eq i32 %conv, 0
  %conv1 = zext i1 %cmp to i32
  %code2 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 7
  %1 = load i8, ptr %code2, align 4
  %conv3 = zext i8 %1 to i32
  %mul = mul nsw i32 %conv3, 100
  %bits = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 8
  %2 = load i8, ptr %bits, align 1
  %conv4 = zext i8 %2 to i32
  %add = add nsw i32 %mul, %conv4
  switch i32 %add, label %sw.epilog [
    i32 216, label %sw.bb
    i32 416, label %sw.bb5
    i32 232, label %sw.bb10
    i32 264, label %sw.bb14
  ]

sw.bb:
  %idxprom = trunc i64 %at to i32
  %arrayidx = getelementptr inbounds i16, ptr %data, i32 %idxprom
  %3 = load i16, ptr %arrayidx, align 2
  %call = call double @mlcc_rt.selftest.of_half(i16 zeroext %3)
  br label %return

sw.bb5:
  %idxprom6 = trunc i64 %at to i32
  %arrayidx7 = getelementptr inbounds i16, ptr %data, i32 %idxprom6
  %4 = load i16, ptr %arrayidx7, align 2
  %conv8 = zext i16 %4 to i32
  %shl = shl i32 %conv8, 16
  %5 = bitcast i32 %shl to float
  %conv9 = fpext float %5 to double
  br label %return

sw.bb10:
  %idxprom11 = trunc i64 %at to i32
  %arrayidx12 = getelementptr inbounds float, ptr %data, i32 %idxprom11
  %6 = load float, ptr %arrayidx12, align 4
  %conv13 = fpext float %6 to double
  br label %return

sw.bb14:
  %idxprom15 = trunc i64 %at to i32
  %arrayidx16 = getelementptr inbounds double, ptr %data, i32 %idxprom15
  %7 = load double, ptr %arrayidx16, align 4
  br label %return

sw.epilog:
  %bits17 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 8
  %8 = load i8, ptr %bits17, align 1
  %conv18 = zext i8 %8 to i32
  switch i32 %conv18, label %sw.default52 [
    i32 8, label %sw.bb19
    i32 16, label %sw.bb27
    i32 32, label %sw.bb40
  ]

sw.bb19:
  %tobool = icmp ne i32 %conv1, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %idxprom20 = trunc i64 %at to i32
  %arrayidx21 = getelementptr inbounds i8, ptr %data, i32 %idxprom20
  %9 = load i8, ptr %arrayidx21, align 1
  %conv22 = sext i8 %9 to i32
  br label %cond.end

cond.false:
  %idxprom23 = trunc i64 %at to i32
  %arrayidx24 = getelementptr inbounds i8, ptr %data, i32 %idxprom23
  %10 = load i8, ptr %arrayidx24, align 1
  %conv25 = zext i8 %10 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv22, %cond.true ], [ %conv25, %cond.false ]
  %conv26 = sitofp i32 %cond to double
  br label %return

sw.bb27:
  %tobool28 = icmp ne i32 %conv1, 0
  br i1 %tobool28, label %cond.true29, label %cond.false33

cond.true29:
  %idxprom30 = trunc i64 %at to i32
  %arrayidx31 = getelementptr inbounds i16, ptr %data, i32 %idxprom30
  %11 = load i16, ptr %arrayidx31, align 2
  %conv32 = sext i16 %11 to i32
  br label %cond.end37

cond.false33:
  %idxprom34 = trunc i64 %at to i32
  %arrayidx35 = getelementptr inbounds i16, ptr %data, i32 %idxprom34
  %12 = load i16, ptr %arrayidx35, align 2
  %conv36 = zext i16 %12 to i32
  br label %cond.end37

cond.end37:
  %cond38 = phi i32 [ %conv32, %cond.true29 ], [ %conv36, %cond.false33 ]
  %conv39 = sitofp i32 %cond38 to double
  br label %return

sw.bb40:
  %tobool41 = icmp ne i32 %conv1, 0
  br i1 %tobool41, label %cond.true42, label %cond.false46

cond.true42:
  %idxprom43 = trunc i64 %at to i32
  %arrayidx44 = getelementptr inbounds i32, ptr %data, i32 %idxprom43
  %13 = load i32, ptr %arrayidx44, align 4
  %conv45 = sitofp i32 %13 to double
  br label %return

cond.false46:
  %idxprom47 = trunc i64 %at to i32
  %arrayidx48 = getelementptr inbounds i32, ptr %data, i32 %idxprom47
  %14 = load i32, ptr %arrayidx48, align 4
  %conv49 = uitofp i32 %14 to double
  br label %return

sw.default52:
  %tobool53 = icmp ne i32 %conv1, 0
  br i1 %tobool53, label %cond.true54, label %cond.false58

cond.true54:
  %idxprom55 = trunc i64 %at to i32
  %arrayidx56 = getelementptr inbounds i64, ptr %data, i32 %idxprom55
  %15 = load i64, ptr %arrayidx56, align 4
  %conv57 = sitofp i64 %15 to double
  br label %return

cond.false58:
  %idxprom59 = trunc i64 %at to i32
  %arrayidx60 = getelementptr inbounds i64, ptr %data, i32 %idxprom59
  %16 = load i64, ptr %arrayidx60, align 4
  %conv61 = uitofp i64 %16 to double
  br label %return

return:
  %retval.0 = phi double [ %conv49, %cond.false46 ], [ %conv26, %cond.end ], [ %conv39, %cond.end37 ], [ %7, %sw.bb14 ], [ %call, %sw.bb ], [ %conv9, %sw.bb5 ], [ %conv13, %sw.bb10 ], [ %conv45, %cond.true42 ], [ %conv57, %cond.true54 ], [ %conv61, %cond.false58 ]
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
