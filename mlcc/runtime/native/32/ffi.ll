; Generated from ffi.c by mlcc.runtime.native.generate.

%struct.ffi_function = type { ptr, ptr, ptr, ptr, ptr, ptr, i32 }
%struct.ffi_number = type { %struct.DLTensor, %union.ffi_element }
%struct.DLTensor = type { ptr, %struct.DLDevice, i32, %struct.DLDataType, ptr, ptr, i64 }
%struct.DLDevice = type { i32, i32 }
%struct.DLDataType = type { i8, i8, i16 }
%union.ffi_element = type { i64 }
%struct.ffi_value = type { i32, i32, %union.ffi_content }
%union.ffi_content = type { i64 }

@mlcc_rt.ffi.str = private unnamed_addr constant [13 x i8] c"RuntimeError\00", align 1
@mlcc_rt.ffi.str.1 = private unnamed_addr constant [10 x i8] c"TypeError\00", align 1
@mlcc_rt.ffi.str.2 = private unnamed_addr constant [11 x i8] c"ValueError\00", align 1
@mlcc_rt.ffi.str.3 = private unnamed_addr constant [12 x i8] c"MemoryError\00", align 1
@mlcc_rt.ffi.str.4 = private unnamed_addr constant [29 x i8] c"TVMFFIErrorSetRaisedFromCStr\00", align 1
@mlcc_rt.ffi.str.5 = private unnamed_addr constant [61 x i8] c"%s: argument %d (%s) is no tensor, but of type %d of tvm-ffi\00", align 1
@mlcc_rt.ffi.str.6 = private unnamed_addr constant [43 x i8] c"%s: argument %d (%s) cannot be this number\00", align 1

define internal i32 @mlcc_rt_ffi_call(ptr %function, ptr %args, i32 %count, ptr %result) {
entry:
  %count1 = getelementptr inbounds nuw %struct.ffi_function, ptr %function, i32 0, i32 6
  %0 = load i32, ptr %count1, align 4
  %name = getelementptr inbounds nuw %struct.ffi_function, ptr %function, i32 0, i32 1
  %1 = load ptr, ptr %name, align 4
  %listed = getelementptr inbounds nuw %struct.ffi_function, ptr %function, i32 0, i32 3
  %2 = load ptr, ptr %listed, align 4
  %call = call i32 @mlcc_rt_check_count(ptr %args, i32 %count, i32 %0, ptr %1, ptr %2)
  %cmp = icmp ne i32 %call, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call2 = call i32 @mlcc_rt.ffi.fail(i32 %call, ptr %function)
  br label %return

if.end:
  %add = add nsw i32 %count, 1
  %3 = call ptr @llvm.stacksave.p0()
  %vla = alloca %struct.ffi_number, i32 %add, align 4
  %add3 = add nsw i32 %count, 1
  %vla4 = alloca ptr, i32 %add3, align 4
  %call5 = call i32 @mlcc_rt.ffi.unpack(ptr %args, i32 %count, ptr %function, ptr %vla, ptr %vla4)
  %cmp6 = icmp eq i32 %call5, 0
  br i1 %cmp6, label %if.then7, label %if.end10

if.then7:
  %entry8 = getelementptr inbounds nuw %struct.ffi_function, ptr %function, i32 0, i32 0
  %4 = load ptr, ptr %entry8, align 4
  %call9 = call i32 %4(ptr %vla4, i32 %count)
  br label %if.end10

if.end10:
  %error.0 = phi i32 [ %call9, %if.then7 ], [ %call5, %if.end ]
  %cmp11 = icmp ne i32 %error.0, 0
  br i1 %cmp11, label %if.then12, label %if.end14

if.then12:
  %call13 = call i32 @mlcc_rt.ffi.fail(i32 %error.0, ptr %function)
  br label %cleanup

if.end14:
  %type = getelementptr inbounds nuw %struct.ffi_value, ptr %result, i32 0, i32 0
  store i32 0, ptr %type, align 4
  %padding = getelementptr inbounds nuw %struct.ffi_value, ptr %result, i32 0, i32 1
  store i32 0, ptr %padding, align 4
  %content = getelementptr inbounds nuw %struct.ffi_value, ptr %result, i32 0, i32 2
  store i64 0, ptr %content, align 4
  br label %cleanup

cleanup:
  %retval.1 = phi i32 [ %call13, %if.then12 ], [ 0, %if.end14 ]
  call void @llvm.stackrestore.p0(ptr %3)
  br label %return

return:
  %retval.0 = phi i32 [ %call2, %if.then ], [ %retval.1, %cleanup ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_check_count(ptr, i32, i32, ptr, ptr)

define internal i32 @mlcc_rt.ffi.fail(i32 %error, ptr %function) cold noinline {
entry:
  %cmp = icmp sle i32 %error, 4
  %cmp1 = icmp sle i32 %error, 9
  %cmp4 = icmp eq i32 %error, 11
  %spec.select = select i1 %cmp4, ptr @mlcc_rt.ffi.str.3, ptr @mlcc_rt.ffi.str
  %kind.1 = select i1 %cmp1, ptr @mlcc_rt.ffi.str.2, ptr %spec.select
  %kind.0 = select i1 %cmp, ptr @mlcc_rt.ffi.str.1, ptr %kind.1
  %cmp8 = icmp ne ptr @dlsym, null
  br i1 %cmp8, label %if.then9, label %if.end14

if.then9:
  %everywhere = getelementptr inbounds nuw %struct.ffi_function, ptr %function, i32 0, i32 5
  %0 = load ptr, ptr %everywhere, align 4
  %call = call ptr @dlsym(ptr %0, ptr @mlcc_rt.ffi.str.4)
  %cmp10 = icmp ne ptr %call, null
  br i1 %cmp10, label %if.then11, label %if.end14

if.then11:
  %call12 = call ptr @mlcc_rt_message()
  call void %call(ptr %kind.0, ptr %call12)
  br label %if.end14

if.end14:
  ret i32 -1
}

declare ptr @llvm.stacksave.p0()

define internal i32 @mlcc_rt.ffi.unpack(ptr %args, i32 %count, ptr %function, ptr %boxes, ptr %tensors) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp slt i32 %i.0, %count
  br i1 %cmp, label %for.body, label %return

for.body:
  %types = getelementptr inbounds nuw %struct.ffi_function, ptr %function, i32 0, i32 4
  %0 = load ptr, ptr %types, align 4
  %mul = mul nsw i32 2, %i.0
  %add.ptr = getelementptr inbounds i8, ptr %0, i32 %mul
  %arrayidx = getelementptr inbounds %struct.ffi_value, ptr %args, i32 %i.0
  %type1 = getelementptr inbounds nuw %struct.ffi_value, ptr %arrayidx, i32 0, i32 0
  %1 = load i32, ptr %type1, align 4
  switch i32 %1, label %if.else13 [
    i32 0, label %cond.end
    i32 7, label %cond.false
    i32 70, label %if.then8
  ]

cond.false:
  %arrayidx5 = getelementptr inbounds %struct.ffi_value, ptr %args, i32 %i.0
  %content = getelementptr inbounds nuw %struct.ffi_value, ptr %arrayidx5, i32 0, i32 2
  %2 = load ptr, ptr %content, align 4
  br label %cond.end

cond.end:
  %cond = phi ptr [ %2, %cond.false ], [ null, %for.body ]
  %arrayidx6 = getelementptr inbounds ptr, ptr %tensors, i32 %i.0
  store ptr %cond, ptr %arrayidx6, align 4
  br label %for.inc

if.then8:
  %arrayidx9 = getelementptr inbounds %struct.ffi_value, ptr %args, i32 %i.0
  %content10 = getelementptr inbounds nuw %struct.ffi_value, ptr %arrayidx9, i32 0, i32 2
  %3 = load ptr, ptr %content10, align 4
  %add.ptr11 = getelementptr inbounds i8, ptr %3, i32 24
  %arrayidx12 = getelementptr inbounds ptr, ptr %tensors, i32 %i.0
  store ptr %add.ptr11, ptr %arrayidx12, align 4
  br label %for.inc

if.else13:
  %cmp14 = icmp slt i32 %1, 1
  %cmp16 = icmp sgt i32 %1, 3
  %or.cond = or i1 %cmp14, %cmp16
  br i1 %or.cond, label %if.then17, label %if.else20

if.then17:
  %call = call ptr @mlcc_rt_message()
  %name = getelementptr inbounds nuw %struct.ffi_function, ptr %function, i32 0, i32 1
  %4 = load ptr, ptr %name, align 4
  %params = getelementptr inbounds nuw %struct.ffi_function, ptr %function, i32 0, i32 2
  %5 = load ptr, ptr %params, align 4
  %conv = sext i32 %i.0 to i64
  %call18 = call ptr @mlcc_rt_nth(ptr %5, i64 %conv)
  %call19 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call, i32 512, ptr @mlcc_rt.ffi.str.5, ptr %4, i32 %i.0, ptr %call18, i32 %1)
  br label %return

if.else20:
  %arrayidx21 = getelementptr inbounds i8, ptr %add.ptr, i32 1
  %6 = load i8, ptr %arrayidx21, align 1
  %conv22 = zext i8 %6 to i32
  %cmp23 = icmp eq i32 %conv22, 0
  br i1 %cmp23, label %if.then33, label %lor.lhs.false25

lor.lhs.false25:
  %arrayidx26 = getelementptr inbounds %struct.ffi_number, ptr %boxes, i32 %i.0
  %arrayidx27 = getelementptr inbounds %struct.ffi_value, ptr %args, i32 %i.0
  %arrayidx28 = getelementptr inbounds i8, ptr %add.ptr, i32 0
  %7 = load i8, ptr %arrayidx28, align 1
  %conv29 = zext i8 %7 to i32
  %arrayidx30 = getelementptr inbounds i8, ptr %add.ptr, i32 1
  %8 = load i8, ptr %arrayidx30, align 1
  %conv31 = zext i8 %8 to i32
  %call32 = call i32 @mlcc_rt.ffi.fill(ptr %arrayidx26, ptr %arrayidx27, i32 %conv29, i32 %conv31)
  %tobool = icmp ne i32 %call32, 0
  br i1 %tobool, label %if.else40, label %if.then33

if.then33:
  %call34 = call ptr @mlcc_rt_message()
  %name35 = getelementptr inbounds nuw %struct.ffi_function, ptr %function, i32 0, i32 1
  %9 = load ptr, ptr %name35, align 4
  %params36 = getelementptr inbounds nuw %struct.ffi_function, ptr %function, i32 0, i32 2
  %10 = load ptr, ptr %params36, align 4
  %conv37 = sext i32 %i.0 to i64
  %call38 = call ptr @mlcc_rt_nth(ptr %10, i64 %conv37)
  %call39 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call34, i32 512, ptr @mlcc_rt.ffi.str.6, ptr %9, i32 %i.0, ptr %call38)
  br label %return

if.else40:
  %arrayidx41 = getelementptr inbounds %struct.ffi_number, ptr %boxes, i32 %i.0
  %tensor = getelementptr inbounds nuw %struct.ffi_number, ptr %arrayidx41, i32 0, i32 0
  %arrayidx42 = getelementptr inbounds ptr, ptr %tensors, i32 %i.0
  store ptr %tensor, ptr %arrayidx42, align 4
  br label %for.inc

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 4, %if.then17 ], [ 4, %if.then33 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

declare void @llvm.stackrestore.p0(ptr)

declare extern_weak ptr @dlsym(ptr, ptr)

declare ptr @mlcc_rt_message()

declare i32 @snprintf(ptr, i32 signext, ptr, ...)

declare ptr @mlcc_rt_nth(ptr, i64)

define internal i32 @mlcc_rt.ffi.fill(ptr %box, ptr %given, i32 %code, i32 %bits) {
entry:
  %cmp = icmp eq i32 %code, 2
  br i1 %cmp, label %if.then, label %if.else13

if.then:
  %type = getelementptr inbounds nuw %struct.ffi_value, ptr %given, i32 0, i32 0
  %0 = load i32, ptr %type, align 4
  %cmp1 = icmp eq i32 %0, 3
  br i1 %cmp1, label %cond.true, label %cond.false

cond.true:
  %content = getelementptr inbounds nuw %struct.ffi_value, ptr %given, i32 0, i32 2
  %1 = load double, ptr %content, align 4
  br label %cond.end

cond.false:
  %content2 = getelementptr inbounds nuw %struct.ffi_value, ptr %given, i32 0, i32 2
  %2 = load i64, ptr %content2, align 4
  %conv = sitofp i64 %2 to double
  br label %cond.end

cond.end:
  %cond = phi double [ %1, %cond.true ], [ %conv, %cond.false ]
  switch i32 %bits, label %return [
    i32 64, label %if.then5
    i32 32, label %if.then8
  ]

if.then5:
  %value = getelementptr inbounds nuw %struct.ffi_number, ptr %box, i32 0, i32 1
  store double %cond, ptr %value, align 4
  br label %if.end39

if.then8:
  %conv9 = fptrunc double %cond to float
  %value10 = getelementptr inbounds nuw %struct.ffi_number, ptr %box, i32 0, i32 1
  store float %conv9, ptr %value10, align 4
  br label %if.end39

if.else13:
  %cmp14 = icmp sgt i32 %code, 1
  %cmp16 = icmp ne i32 %code, 6
  %or.cond = and i1 %cmp14, %cmp16
  br i1 %or.cond, label %return, label %if.end19

if.end19:
  %type20 = getelementptr inbounds nuw %struct.ffi_value, ptr %given, i32 0, i32 0
  %3 = load i32, ptr %type20, align 4
  %cmp21 = icmp eq i32 %3, 3
  br i1 %cmp21, label %return, label %lor.lhs.false

lor.lhs.false:
  %content23 = getelementptr inbounds nuw %struct.ffi_value, ptr %given, i32 0, i32 2
  %4 = load i64, ptr %content23, align 4
  %call = call i32 @mlcc_rt.ffi.holds(i64 %4, i32 %code, i32 %bits)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.end25, label %return

if.end25:
  switch i32 %bits, label %sw.default [
    i32 64, label %sw.bb
    i32 32, label %sw.bb28
    i32 16, label %sw.bb32
  ]

sw.bb:
  %content26 = getelementptr inbounds nuw %struct.ffi_value, ptr %given, i32 0, i32 2
  %5 = load i64, ptr %content26, align 4
  %value27 = getelementptr inbounds nuw %struct.ffi_number, ptr %box, i32 0, i32 1
  store i64 %5, ptr %value27, align 4
  br label %if.end39

sw.bb28:
  %content29 = getelementptr inbounds nuw %struct.ffi_value, ptr %given, i32 0, i32 2
  %6 = load i64, ptr %content29, align 4
  %conv30 = trunc i64 %6 to i32
  %value31 = getelementptr inbounds nuw %struct.ffi_number, ptr %box, i32 0, i32 1
  store i32 %conv30, ptr %value31, align 4
  br label %if.end39

sw.bb32:
  %content33 = getelementptr inbounds nuw %struct.ffi_value, ptr %given, i32 0, i32 2
  %7 = load i64, ptr %content33, align 4
  %conv34 = trunc i64 %7 to i16
  %value35 = getelementptr inbounds nuw %struct.ffi_number, ptr %box, i32 0, i32 1
  store i16 %conv34, ptr %value35, align 4
  br label %if.end39

sw.default:
  %content36 = getelementptr inbounds nuw %struct.ffi_value, ptr %given, i32 0, i32 2
  %8 = load i64, ptr %content36, align 4
  %conv37 = trunc i64 %8 to i8
  %value38 = getelementptr inbounds nuw %struct.ffi_number, ptr %box, i32 0, i32 1
  store i8 %conv37, ptr %value38, align 4
  br label %if.end39

if.end39:
  %value40 = getelementptr inbounds nuw %struct.ffi_number, ptr %box, i32 0, i32 1
  %conv42 = trunc i32 %code to i8
  %conv44 = trunc i32 %bits to i8
  %tensor45 = getelementptr inbounds nuw %struct.ffi_number, ptr %box, i32 0, i32 0
  store ptr %value40, ptr %tensor45, align 4
  %tensor.sroa.2.0.tensor45.sroa_idx = getelementptr inbounds i8, ptr %tensor45, i32 4
  store i32 1, ptr %tensor.sroa.2.0.tensor45.sroa_idx, align 4
  %tensor.sroa.3.0.tensor45.sroa_idx = getelementptr inbounds i8, ptr %tensor45, i32 8
  store i32 0, ptr %tensor.sroa.3.0.tensor45.sroa_idx, align 4
  %tensor.sroa.4.0.tensor45.sroa_idx = getelementptr inbounds i8, ptr %tensor45, i32 12
  store i32 0, ptr %tensor.sroa.4.0.tensor45.sroa_idx, align 4
  %tensor.sroa.5.0.tensor45.sroa_idx = getelementptr inbounds i8, ptr %tensor45, i32 16
  store i8 %conv42, ptr %tensor.sroa.5.0.tensor45.sroa_idx, align 4
  %tensor.sroa.6.0.tensor45.sroa_idx = getelementptr inbounds i8, ptr %tensor45, i32 17
  store i8 %conv44, ptr %tensor.sroa.6.0.tensor45.sroa_idx, align 1
  %tensor.sroa.7.0.tensor45.sroa_idx = getelementptr inbounds i8, ptr %tensor45, i32 18
  store i16 1, ptr %tensor.sroa.7.0.tensor45.sroa_idx, align 2
  %tensor.sroa.8.0.tensor45.sroa_idx = getelementptr inbounds i8, ptr %tensor45, i32 20
  store ptr null, ptr %tensor.sroa.8.0.tensor45.sroa_idx, align 4
  %tensor.sroa.9.0.tensor45.sroa_idx = getelementptr inbounds i8, ptr %tensor45, i32 24
  store ptr null, ptr %tensor.sroa.9.0.tensor45.sroa_idx, align 4
  %tensor.sroa.10.0.tensor45.sroa_idx = getelementptr inbounds i8, ptr %tensor45, i32 28
  store i64 0, ptr %tensor.sroa.10.0.tensor45.sroa_idx, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 1, %if.end39 ], [ 0, %if.else13 ], [ 0, %cond.end ], [ 0, %lor.lhs.false ], [ 0, %if.end19 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.ffi.holds(i64 %number, i32 %code, i32 %bits) {
entry:
  switch i32 %code, label %if.end11 [
    i32 6, label %if.then
    i32 1, label %if.then4
  ]

if.then:
  %cmp1 = icmp eq i64 %number, 0
  %cmp2 = icmp eq i64 %number, 1
  %spec.select = select i1 %cmp1, i1 true, i1 %cmp2
  %lor.ext = zext i1 %spec.select to i32
  br label %return

if.then4:
  %cmp5 = icmp sge i64 %number, 0
  br i1 %cmp5, label %land.rhs, label %land.end

land.rhs:
  %cmp6 = icmp eq i32 %bits, 64
  %sh_prom = zext i32 %bits to i64
  %shr = ashr i64 %number, %sh_prom
  %cmp8 = icmp eq i64 %shr, 0
  %0 = select i1 %cmp6, i1 true, i1 %cmp8
  br label %land.end

land.end:
  %1 = phi i1 [ false, %if.then4 ], [ %0, %land.rhs ]
  %land.ext = zext i1 %1 to i32
  br label %return

if.end11:
  %cmp12 = icmp eq i32 %bits, 64
  br i1 %cmp12, label %lor.end24, label %lor.rhs13

lor.rhs13:
  %sub = sub nsw i32 %bits, 1
  %sh_prom14 = zext i32 %sub to i64
  %shl = shl i64 1, %sh_prom14
  %sub15 = sub nsw i64 0, %shl
  %cmp16 = icmp sge i64 %number, %sub15
  br i1 %cmp16, label %land.rhs17, label %lor.end24

land.rhs17:
  %sub18 = sub nsw i32 %bits, 1
  %sh_prom19 = zext i32 %sub18 to i64
  %shl20 = shl i64 1, %sh_prom19
  %cmp21 = icmp slt i64 %number, %shl20
  br label %lor.end24

lor.end24:
  %2 = phi i1 [ true, %if.end11 ], [ false, %lor.rhs13 ], [ %cmp21, %land.rhs17 ]
  %lor.ext25 = zext i1 %2 to i32
  br label %return

return:
  %retval.0 = phi i32 [ %lor.ext, %if.then ], [ %land.ext, %land.end ], [ %lor.ext25, %lor.end24 ]
  ret i32 %retval.0
}
