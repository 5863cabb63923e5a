; Generated from checks.c by mlcc.runtime.native.generate.

%struct.DLTensor = type { ptr, %struct.DLDevice, i32, %struct.DLDataType, ptr, ptr, i64 }
%struct.DLDevice = type { i32, i32 }
%struct.DLDataType = type { i8, i8, i16 }
%union.slot = type { ptr }

@mlcc_rt.checks.str = private unnamed_addr constant [41 x i8] c"%s: expected %d arguments (%s), given %d\00", align 1
@mlcc_rt.checks.str.1 = private unnamed_addr constant [35 x i8] c"%s: the array of arguments is NULL\00", align 1
@mlcc_rt.checks.str.2 = private unnamed_addr constant [29 x i8] c"%s: argument %d `%s` is NULL\00", align 1
@mlcc_rt.checks.str.3 = private unnamed_addr constant [80 x i8] c"%s: argument %d `%s`: expected CPU memory (device type 1), given device type %d\00", align 1
@mlcc_rt.checks.str.4 = private unnamed_addr constant [55 x i8] c"%s: argument %d `%s`: expected %d dimensions, given %d\00", align 1
@mlcc_rt.checks.str.5 = private unnamed_addr constant [40 x i8] c"%s: argument %d `%s`: its shape is NULL\00", align 1
@mlcc_rt.checks.str.6 = private unnamed_addr constant [54 x i8] c"%s: argument %d `%s`: dimension %d is negative (%lld)\00", align 1
@mlcc_rt.checks.str.7 = private unnamed_addr constant [62 x i8] c"%s: argument %d `%s`: dimension %d: expected %lld, given %lld\00", align 1
@mlcc_rt.checks.str.8 = private unnamed_addr constant [67 x i8] c"%s: argument %d `%s`: dimension %d: expected %lld (%s), given %lld\00", align 1
@mlcc_rt.checks.str.9 = private unnamed_addr constant [41 x i8] c"%s: %s must be at least %lld, given %lld\00", align 1
@mlcc_rt.checks.str.10 = private unnamed_addr constant [45 x i8] c"%s: %s must be from %lld to %lld, given %lld\00", align 1
@mlcc_rt.checks.str.11 = private unnamed_addr constant [61 x i8] c"%s: argument %d `%s`: has more elements than memory can hold\00", align 1
@mlcc_rt.checks.str.12 = private unnamed_addr constant [47 x i8] c"%s: argument %d `%s`: its data pointer is NULL\00", align 1
@mlcc_rt.checks.str.13 = private unnamed_addr constant [78 x i8] c"%s: argument %d `%s`: data at %p is not aligned to its element size, %d bytes\00", align 1
@mlcc_rt.checks.str.14 = private unnamed_addr constant [107 x i8] c"%s: argument %d `%s`: expected compact row-major strides (or NULL): dimension %d has stride %lld, not %lld\00", align 1
@mlcc_rt.checks.str.15 = private unnamed_addr constant [48 x i8] c"%s: `%s` is written and shares memory with `%s`\00", align 1
@mlcc_rt.checks.str.16 = private unnamed_addr constant [61 x i8] c"%s: argument %d `%s`: expected elements of type %s, given %s\00", align 1
@mlcc_rt.checks.dtype_text.kinds = internal constant [8 x [8 x i8]] [[8 x i8] c"int\00\00\00\00\00", [8 x i8] c"uint\00\00\00\00", [8 x i8] c"float\00\00\00", [8 x i8] c"handle\00\00", [8 x i8] c"bfloat\00\00", [8 x i8] c"complex\00", [8 x i8] c"bool\00\00\00\00", [8 x i8] c"code??\00\00"], align 16
@mlcc_rt.checks.str.17 = private unnamed_addr constant [8 x i8] c"%s%dx%d\00", align 1
@mlcc_rt.checks.str.18 = private unnamed_addr constant [3 x i8] c"%s\00", align 1
@mlcc_rt.checks.str.19 = private unnamed_addr constant [5 x i8] c"%s%d\00", align 1

define internal i32 @mlcc_rt_check_count(ptr %args, i32 %given, i32 %expected, ptr %function, ptr %names) {
entry:
  %cmp = icmp ne i32 %given, %expected
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call = call ptr @mlcc_rt_message()
  %call1 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call, i64 512, ptr @mlcc_rt.checks.str, ptr %function, i32 %expected, ptr %names, i32 %given)
  br label %return

if.end:
  %cmp2 = icmp eq ptr %args, null
  %cmp3 = icmp ne i32 %expected, 0
  %or.cond = and i1 %cmp2, %cmp3
  br i1 %or.cond, label %if.then4, label %return

if.then4:
  %call5 = call ptr @mlcc_rt_message()
  %call6 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call5, i64 512, ptr @mlcc_rt.checks.str.1, ptr %function)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %if.then ], [ 2, %if.then4 ], [ 0, %if.end ]
  ret i32 %retval.0
}

declare i32 @snprintf(ptr, i64, ptr, ...)

declare ptr @mlcc_rt_message()

define internal i32 @mlcc_rt_check_tensor(ptr %tensor, i32 %index, ptr %function, ptr %name, i32 %ndim, i32 %code, i32 %bits) {
entry:
  %cmp = icmp eq ptr %tensor, null
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call = call ptr @mlcc_rt_message()
  %call1 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call, i64 512, ptr @mlcc_rt.checks.str.2, ptr %function, i32 %index, ptr %name)
  br label %return

if.end:
  %device = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 1
  %device_type = getelementptr inbounds nuw %struct.DLDevice, ptr %device, i32 0, i32 0
  %0 = load i32, ptr %device_type, align 8
  %cmp2 = icmp ne i32 %0, 1
  br i1 %cmp2, label %if.then3, label %if.end8

if.then3:
  %call4 = call ptr @mlcc_rt_message()
  %device5 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 1
  %device_type6 = getelementptr inbounds nuw %struct.DLDevice, ptr %device5, i32 0, i32 0
  %1 = load i32, ptr %device_type6, align 8
  %call7 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call4, i64 512, ptr @mlcc_rt.checks.str.3, ptr %function, i32 %index, ptr %name, i32 %1)
  br label %return

if.end8:
  %dtype = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 3
  %code9 = getelementptr inbounds nuw %struct.DLDataType, ptr %dtype, i32 0, i32 0
  %2 = load i8, ptr %code9, align 4
  %conv = zext i8 %2 to i32
  %cmp10 = icmp eq i32 %conv, %code
  br i1 %cmp10, label %lor.end, label %lor.rhs

lor.rhs:
  %cmp12 = icmp eq i32 %code, 6
  br i1 %cmp12, label %land.rhs, label %lor.end

land.rhs:
  %dtype14 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 3
  %code15 = getelementptr inbounds nuw %struct.DLDataType, ptr %dtype14, i32 0, i32 0
  %3 = load i8, ptr %code15, align 4
  %conv16 = zext i8 %3 to i32
  %cmp17 = icmp eq i32 %conv16, 1
  br label %lor.end

lor.end:
  %4 = phi i1 [ true, %if.end8 ], [ false, %lor.rhs ], [ %cmp17, %land.rhs ]
  %lor.ext = zext i1 %4 to i32
  %tobool = icmp ne i32 %lor.ext, 0
  br i1 %tobool, label %lor.lhs.false, label %if.then29

lor.lhs.false:
  %dtype19 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 3
  %bits20 = getelementptr inbounds nuw %struct.DLDataType, ptr %dtype19, i32 0, i32 1
  %5 = load i8, ptr %bits20, align 1
  %conv21 = zext i8 %5 to i32
  %cmp22 = icmp ne i32 %conv21, %bits
  br i1 %cmp22, label %if.then29, label %lor.lhs.false24

lor.lhs.false24:
  %dtype25 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 3
  %lanes = getelementptr inbounds nuw %struct.DLDataType, ptr %dtype25, i32 0, i32 2
  %6 = load i16, ptr %lanes, align 2
  %conv26 = zext i16 %6 to i32
  %cmp27 = icmp ne i32 %conv26, 1
  br i1 %cmp27, label %if.then29, label %if.end32

if.then29:
  %dtype30 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 3
  %call31 = call i32 @mlcc_rt.checks.wrong_dtype(ptr %dtype30, i32 %index, ptr %function, ptr %name, i32 %code, i32 %bits)
  br label %return

if.end32:
  %ndim33 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 2
  %7 = load i32, ptr %ndim33, align 8
  %cmp34 = icmp ne i32 %7, %ndim
  br i1 %cmp34, label %if.then36, label %if.end40

if.then36:
  %call37 = call ptr @mlcc_rt_message()
  %ndim38 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 2
  %8 = load i32, ptr %ndim38, align 8
  %call39 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call37, i64 512, ptr @mlcc_rt.checks.str.4, ptr %function, i32 %index, ptr %name, i32 %ndim, i32 %8)
  br label %return

if.end40:
  %shape = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 4
  %9 = load ptr, ptr %shape, align 8
  %cmp41 = icmp eq ptr %9, null
  %cmp43 = icmp ne i32 %ndim, 0
  %or.cond = select i1 %cmp41, i1 %cmp43, i1 false
  br i1 %or.cond, label %if.then45, label %return

if.then45:
  %call46 = call ptr @mlcc_rt_message()
  %call47 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call46, i64 512, ptr @mlcc_rt.checks.str.5, ptr %function, i32 %index, ptr %name)
  br label %return

return:
  %retval.0 = phi i32 [ 2, %if.then ], [ 3, %if.then3 ], [ %call31, %if.then29 ], [ 5, %if.then36 ], [ 2, %if.then45 ], [ 0, %if.end40 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.checks.wrong_dtype(ptr %given, i32 %index, ptr %function, ptr %name, i32 %code, i32 %bits) cold noinline {
entry:
  %expected_text = alloca [32 x i8], align 16
  %given_text = alloca [32 x i8], align 16
  %arraydecay = getelementptr inbounds [32 x i8], ptr %expected_text, i64 0, i64 0
  call void @mlcc_rt.checks.dtype_text(ptr %arraydecay, i32 %code, i32 %bits, i32 1)
  %arraydecay1 = getelementptr inbounds [32 x i8], ptr %given_text, i64 0, i64 0
  %code2 = getelementptr inbounds nuw %struct.DLDataType, ptr %given, i32 0, i32 0
  %0 = load i8, ptr %code2, align 2
  %conv = zext i8 %0 to i32
  %bits3 = getelementptr inbounds nuw %struct.DLDataType, ptr %given, i32 0, i32 1
  %1 = load i8, ptr %bits3, align 1
  %conv4 = zext i8 %1 to i32
  %lanes = getelementptr inbounds nuw %struct.DLDataType, ptr %given, i32 0, i32 2
  %2 = load i16, ptr %lanes, align 2
  %conv5 = zext i16 %2 to i32
  call void @mlcc_rt.checks.dtype_text(ptr %arraydecay1, i32 %conv, i32 %conv4, i32 %conv5)
  %call = call ptr @mlcc_rt_message()
  %arraydecay6 = getelementptr inbounds [32 x i8], ptr %expected_text, i64 0, i64 0
  %arraydecay7 = getelementptr inbounds [32 x i8], ptr %given_text, i64 0, i64 0
  %call8 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call, i64 512, ptr @mlcc_rt.checks.str.16, ptr %function, i32 %index, ptr %name, ptr %arraydecay6, ptr %arraydecay7)
  ret i32 4
}

define internal i64 @mlcc_rt_extent(ptr %tensor, i64 %axis) {
entry:
  %shape = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 4
  %0 = load ptr, ptr %shape, align 8
  %arrayidx = getelementptr inbounds i64, ptr %0, i64 %axis
  %1 = load i64, ptr %arrayidx, align 8
  ret i64 %1
}

define internal void @mlcc_rt_set_extent(ptr %tensor, i64 %axis, i64 %extent) {
entry:
  %shape = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 4
  %0 = load ptr, ptr %shape, align 8
  %arrayidx = getelementptr inbounds i64, ptr %0, i64 %axis
  store i64 %extent, ptr %arrayidx, align 8
  ret void
}

define internal i32 @mlcc_rt_check_dim(ptr %tensor, i32 %index, ptr %function, ptr %name, i32 %axis, i64 %expected, ptr %origin) {
entry:
  %shape = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 4
  %0 = load ptr, ptr %shape, align 8
  %idxprom = sext i32 %axis to i64
  %arrayidx = getelementptr inbounds i64, ptr %0, i64 %idxprom
  %1 = load i64, ptr %arrayidx, align 8
  %cmp = icmp eq i64 %1, %expected
  %cmp1 = icmp sge i64 %1, 0
  %or.cond = and i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %if.end

if.end:
  %cmp2 = icmp slt i64 %1, 0
  br i1 %cmp2, label %if.then3, label %if.else

if.then3:
  %call = call ptr @mlcc_rt_message()
  %call4 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call, i64 512, ptr @mlcc_rt.checks.str.6, ptr %function, i32 %index, ptr %name, i32 %axis, i64 %1)
  br label %return

if.else:
  %cmp5 = icmp eq ptr %origin, null
  br i1 %cmp5, label %if.then6, label %if.else9

if.then6:
  %call7 = call ptr @mlcc_rt_message()
  %call8 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call7, i64 512, ptr @mlcc_rt.checks.str.7, ptr %function, i32 %index, ptr %name, i32 %axis, i64 %expected, i64 %1)
  br label %return

if.else9:
  %call10 = call ptr @mlcc_rt_message()
  %call11 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call10, i64 512, ptr @mlcc_rt.checks.str.8, ptr %function, i32 %index, ptr %name, i32 %axis, i64 %expected, ptr %origin, i64 %1)
  br label %return

return:
  %retval.0 = phi i32 [ 0, %entry ], [ 6, %if.then6 ], [ 6, %if.else9 ], [ 6, %if.then3 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt_check_range(i64 %given, i64 %low, i64 %high, ptr %function, ptr %origin) {
entry:
  %cmp = icmp sge i64 %given, %low
  %cmp1 = icmp sle i64 %given, %high
  %or.cond = select i1 %cmp, i1 %cmp1, i1 false
  br i1 %or.cond, label %return, label %if.end

if.end:
  %cmp2 = icmp eq i64 %high, 9223372036854775807
  br i1 %cmp2, label %if.then3, label %if.else

if.then3:
  %call = call ptr @mlcc_rt_message()
  %call4 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call, i64 512, ptr @mlcc_rt.checks.str.9, ptr %function, ptr %origin, i64 %low, i64 %given)
  br label %return

if.else:
  %call5 = call ptr @mlcc_rt_message()
  %call6 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call5, i64 512, ptr @mlcc_rt.checks.str.10, ptr %function, ptr %origin, i64 %low, i64 %high, i64 %given)
  br label %return

return:
  %retval.0 = phi i32 [ 0, %entry ], [ 6, %if.else ], [ 6, %if.then3 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt_check_layout(ptr %tensor, i32 %index, ptr %function, ptr %name, i32 %ndim, i32 %size, ptr %data, ptr %bytes) {
entry:
  br label %for.cond

for.cond:
  %axis.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %elements.0 = phi i64 [ 1, %entry ], [ %spec.select, %for.body ]
  %cmp = icmp slt i32 %axis.0, %ndim
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %shape = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 4
  %0 = load ptr, ptr %shape, align 8
  %idxprom = sext i32 %axis.0 to i64
  %arrayidx = getelementptr inbounds i64, ptr %0, i64 %idxprom
  %1 = load i64, ptr %arrayidx, align 8
  %2 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %elements.0, i64 %1)
  %3 = extractvalue { i64, i1 } %2, 1
  %4 = extractvalue { i64, i1 } %2, 0
  %spec.select = select i1 %3, i64 9223372036854775807, i64 %4
  %inc = add nsw i32 %axis.0, 1
  br label %for.cond

for.end:
  %conv = zext i32 %size to i64
  %div = udiv i64 140737488355328, %conv
  %cmp1 = icmp ugt i64 %elements.0, %div
  br i1 %cmp1, label %if.then3, label %if.end5

if.then3:
  %call = call ptr @mlcc_rt_message()
  %call4 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call, i64 512, ptr @mlcc_rt.checks.str.11, ptr %function, i32 %index, ptr %name)
  br label %return

if.end5:
  %data6 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 0
  %5 = load ptr, ptr %data6, align 8
  %6 = ptrtoint ptr %5 to i64
  %byte_offset = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 6
  %7 = load i64, ptr %byte_offset, align 8
  %add = add i64 %6, %7
  %8 = inttoptr i64 %add to ptr
  store ptr %8, ptr %data, align 8
  %conv7 = sext i32 %size to i64
  %mul = mul nsw i64 %elements.0, %conv7
  store i64 %mul, ptr %bytes, align 8
  %cmp8 = icmp eq i64 %elements.0, 0
  br i1 %cmp8, label %return, label %if.end11

if.end11:
  %data12 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 0
  %9 = load ptr, ptr %data12, align 8
  %cmp13 = icmp eq ptr %9, null
  br i1 %cmp13, label %if.then15, label %if.end18

if.then15:
  %call16 = call ptr @mlcc_rt_message()
  %call17 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call16, i64 512, ptr @mlcc_rt.checks.str.12, ptr %function, i32 %index, ptr %name)
  br label %return

if.end18:
  %conv19 = sext i32 %size to i64
  %sub = sub i64 %conv19, 1
  %and = and i64 %add, %sub
  %cmp20 = icmp ne i64 %and, 0
  br i1 %cmp20, label %if.then22, label %if.end25

if.then22:
  %call23 = call ptr @mlcc_rt_message()
  %10 = inttoptr i64 %add to ptr
  %call24 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call23, i64 512, ptr @mlcc_rt.checks.str.13, ptr %function, i32 %index, ptr %name, ptr %10, i32 %size)
  br label %return

if.end25:
  %strides = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 5
  %11 = load ptr, ptr %strides, align 8
  %cmp26 = icmp eq ptr %11, null
  br i1 %cmp26, label %return, label %if.end29

if.end29:
  %sub31 = sub nsw i32 %ndim, 1
  br label %for.cond32

for.cond32:
  %expected.0 = phi i64 [ 1, %if.end29 ], [ %mul50, %if.end49 ]
  %axis30.0 = phi i32 [ %sub31, %if.end29 ], [ %dec, %if.end49 ]
  %cmp33 = icmp sge i32 %axis30.0, 0
  br i1 %cmp33, label %for.body35, label %return

for.body35:
  %shape36 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 4
  %12 = load ptr, ptr %shape36, align 8
  %idxprom37 = sext i32 %axis30.0 to i64
  %arrayidx38 = getelementptr inbounds i64, ptr %12, i64 %idxprom37
  %13 = load i64, ptr %arrayidx38, align 8
  %strides39 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 5
  %14 = load ptr, ptr %strides39, align 8
  %idxprom40 = sext i32 %axis30.0 to i64
  %arrayidx41 = getelementptr inbounds i64, ptr %14, i64 %idxprom40
  %15 = load i64, ptr %arrayidx41, align 8
  %cmp42 = icmp ne i64 %15, %expected.0
  %cmp44 = icmp ne i64 %13, 1
  %or.cond = select i1 %cmp42, i1 %cmp44, i1 false
  br i1 %or.cond, label %if.then46, label %if.end49

if.then46:
  %call47 = call ptr @mlcc_rt_message()
  %call48 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call47, i64 512, ptr @mlcc_rt.checks.str.14, ptr %function, i32 %index, ptr %name, i32 %axis30.0, i64 %15, i64 %expected.0)
  br label %return

if.end49:
  %mul50 = mul nsw i64 %expected.0, %13
  %dec = add nsw i32 %axis30.0, -1
  br label %for.cond32

return:
  %retval.0 = phi i32 [ 6, %if.then3 ], [ 0, %if.end25 ], [ 2, %if.then15 ], [ 8, %if.then22 ], [ 0, %if.end5 ], [ 7, %if.then46 ], [ 0, %for.cond32 ]
  ret i32 %retval.0
}

declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)

define internal i32 @mlcc_rt_check_apart(ptr %data, ptr %sizes, i64 %count, ptr %flags, ptr %function, ptr %names) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc26, %for.inc25 ]
  %cmp = icmp slt i64 %i.0, %count
  br i1 %cmp, label %for.body, label %return

for.body:
  %arrayidx = getelementptr inbounds i8, ptr %flags, i64 %i.0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = sext i8 %0 to i32
  %cmp1 = icmp ne i32 %conv, 119
  br i1 %cmp1, label %for.inc25, label %for.cond3

for.cond3:
  %j.0 = phi i64 [ %inc, %for.inc ], [ 0, %for.body ]
  %cmp4 = icmp slt i64 %j.0, %count
  br i1 %cmp4, label %for.body6, label %for.inc25

for.body6:
  %cmp7 = icmp sle i64 %j.0, %i.0
  br i1 %cmp7, label %land.lhs.true, label %if.end14

land.lhs.true:
  %arrayidx9 = getelementptr inbounds i8, ptr %flags, i64 %j.0
  %1 = load i8, ptr %arrayidx9, align 1
  %conv10 = sext i8 %1 to i32
  %cmp11 = icmp eq i32 %conv10, 119
  br i1 %cmp11, label %for.inc, label %if.end14

if.end14:
  %arrayidx15 = getelementptr inbounds %union.slot, ptr %data, i64 %i.0
  %2 = load ptr, ptr %arrayidx15, align 8
  %3 = ptrtoint ptr %2 to i64
  %arrayidx16 = getelementptr inbounds i64, ptr %sizes, i64 %i.0
  %4 = load i64, ptr %arrayidx16, align 8
  %arrayidx17 = getelementptr inbounds %union.slot, ptr %data, i64 %j.0
  %5 = load ptr, ptr %arrayidx17, align 8
  %6 = ptrtoint ptr %5 to i64
  %arrayidx18 = getelementptr inbounds i64, ptr %sizes, i64 %j.0
  %7 = load i64, ptr %arrayidx18, align 8
  %cmp.i = icmp ne i64 %4, 0
  %cmp1.i = icmp ne i64 %7, 0
  %or.cond = select i1 %cmp.i, i1 %cmp1.i, i1 false
  %add.i = add i64 %6, %7
  %cmp3.i = icmp ult i64 %3, %add.i
  %or.cond18 = select i1 %or.cond, i1 %cmp3.i, i1 false
  br i1 %or.cond18, label %land.rhs.i, label %overlaps.exit

land.rhs.i:
  %add4.i = add i64 %3, %4
  %cmp5.i = icmp ult i64 %6, %add4.i
  br label %overlaps.exit

overlaps.exit:
  %8 = phi i1 [ false, %if.end14 ], [ %cmp5.i, %land.rhs.i ]
  %land.ext.i = zext i1 %8 to i32
  %tobool = icmp ne i32 %land.ext.i, 0
  br i1 %tobool, label %if.then19, label %for.inc

if.then19:
  %call20 = call ptr @mlcc_rt_message()
  %call21 = call ptr @mlcc_rt_nth(ptr %names, i64 %i.0)
  %call22 = call ptr @mlcc_rt_nth(ptr %names, i64 %j.0)
  %call23 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %call20, i64 512, ptr @mlcc_rt.checks.str.15, ptr %function, ptr %call21, ptr %call22)
  br label %return

for.inc:
  %inc = add nsw i64 %j.0, 1
  br label %for.cond3

for.inc25:
  %inc26 = add nsw i64 %i.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 9, %if.then19 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

declare ptr @mlcc_rt_nth(ptr, i64)

define internal i64 @mlcc_rt_floordiv(i64 %a, i64 %b) {
entry:
  switch i64 %b, label %if.end3 [
    i64 0, label %return
    i64 -1, label %if.then2
  ]

if.then2:
  %sub = sub i64 0, %a
  br label %return

if.end3:
  %rem = srem i64 %a, %b
  %div = sdiv i64 %a, %b
  %cmp4 = icmp ne i64 %rem, 0
  %xor = xor i64 %rem, %b
  %cmp5 = icmp slt i64 %xor, 0
  %0 = select i1 %cmp4, i1 %cmp5, i1 false
  %land.ext = zext i1 %0 to i32
  %conv = sext i32 %land.ext to i64
  %sub6 = sub nsw i64 %div, %conv
  br label %return

return:
  %retval.0 = phi i64 [ %sub6, %if.end3 ], [ %sub, %if.then2 ], [ 0, %entry ]
  ret i64 %retval.0
}

define internal i64 @mlcc_rt_floormod(i64 %a, i64 %b) {
entry:
  %call = call i64 @mlcc_rt_floordiv(i64 %a, i64 %b)
  %mul = mul i64 %call, %b
  %sub = sub i64 %a, %mul
  ret i64 %sub
}

define internal void @mlcc_rt.checks.dtype_text(ptr %to, i32 %code, i32 %bits, i32 %lanes) cold noinline {
entry:
  %cmp = icmp sge i32 %code, 0
  %cmp1 = icmp slt i32 %code, 7
  %or.cond = and i1 %cmp, %cmp1
  %cond = select i1 %or.cond, i32 %code, i32 7
  %idxprom = sext i32 %cond to i64
  %arrayidx = getelementptr inbounds [8 x [8 x i8]], ptr @mlcc_rt.checks.dtype_text.kinds, i64 0, i64 %idxprom
  %arraydecay = getelementptr inbounds [8 x i8], ptr %arrayidx, i64 0, i64 0
  %cmp2 = icmp ne i32 %lanes, 1
  br i1 %cmp2, label %if.then, label %if.else

if.then:
  %call = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 32, ptr @mlcc_rt.checks.str.17, ptr %arraydecay, i32 %bits, i32 %lanes)
  br label %if.end8

if.else:
  %cmp3 = icmp eq i32 %code, 6
  br i1 %cmp3, label %if.then4, label %if.else6

if.then4:
  %call5 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 32, ptr @mlcc_rt.checks.str.18, ptr %arraydecay)
  br label %if.end8

if.else6:
  %call7 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 32, ptr @mlcc_rt.checks.str.19, ptr %arraydecay, i32 %bits)
  br label %if.end8

if.end8:
  ret void
}
