; Generated from program.c by mlcc.runtime.native.generate.

%struct.program = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i32, i32 }
%struct.program_param = type { ptr, ptr, ptr, i32, i32, i32, i32, i8, i8 }
%struct.argument = type { %struct.DLTensor, ptr, ptr, ptr }
%struct.DLTensor = type { ptr, %struct.DLDevice, i32, %struct.DLDataType, ptr, ptr, i64 }
%struct.DLDevice = type { i32, i32 }
%struct.DLDataType = type { i8, i8, i16 }

@mlcc_rt.program.own_name = internal global ptr null, align 4
@mlcc_rt.program.str = private unnamed_addr constant [7 x i8] c"--help\00", align 1
@mlcc_rt.program.str.1 = private unnamed_addr constant [3 x i8] c"-h\00", align 1
@mlcc_rt.program.str.2 = private unnamed_addr constant [11 x i8] c"--describe\00", align 1
@mlcc_rt.program.str.3 = private unnamed_addr constant [4 x i8] c"%s\0A\00", align 1
@mlcc_rt.program.str.4 = private unnamed_addr constant [11 x i8] c"--selftest\00", align 1
@mlcc_rt.program.str.5 = private unnamed_addr constant [3 x i8] c"%s\00", align 1
@mlcc_rt.program.str.6 = private unnamed_addr constant [26 x i8] c"%s: the self-test passed\0A\00", align 1
@mlcc_rt.program.str.7 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
@mlcc_rt.program.str.8 = private unnamed_addr constant [68 x i8] c"standard input is a terminal: give files or pipe arrays (%s --help)\00", align 1
@mlcc_rt.program.str.9 = private unnamed_addr constant [64 x i8] c"standard output is a terminal: give -o, or redirect (%s --help)\00", align 1
@mlcc_rt.program.str.10 = private unnamed_addr constant [93 x i8] c"usage: %s [NAME=]FILE.npy... [-o [NAME=]FILE.npy]... [--threads N]\0A       or: --describe%s\0A\0A\00", align 1
@mlcc_rt.program.str.11 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@mlcc_rt.program.str.12 = private unnamed_addr constant [14 x i8] c" | --selftest\00", align 1
@mlcc_rt.program.str.13 = private unnamed_addr constant [231 x i8] c"Runs `%s`. Inputs that are not given are read from standard input, outputs without -o are written to\0Astandard output, each after the other, as numpy.save writes arrays. --describe prints what the library says\0Aof itself, as JSON.\0A\0A\00", align 1
@mlcc_rt.program.str.14 = private unnamed_addr constant [76 x i8] c"\0AExit codes: 0; 1 for an error, with its code; 2 for a wrong command line.\0A\00", align 1
@mlcc_rt.program.str.15 = private unnamed_addr constant [18 x i8] c"  %-7s %s: '%s' [\00", align 1
@mlcc_rt.program.str.16 = private unnamed_addr constant [7 x i8] c"output\00", align 1
@mlcc_rt.program.str.17 = private unnamed_addr constant [6 x i8] c"input\00", align 1
@mlcc_rt.program.str.18 = private unnamed_addr constant [5 x i8] c"%s%s\00", align 1
@mlcc_rt.program.str.19 = private unnamed_addr constant [3 x i8] c", \00", align 1
@mlcc_rt.program.str.20 = private unnamed_addr constant [3 x i8] c"]\0A\00", align 1
@mlcc_rt.program.str.21 = private unnamed_addr constant [20 x i8] c"%s: error[R%d]: %s\0A\00", align 1
@mlcc_rt.program.str.22 = private unnamed_addr constant [10 x i8] c"--threads\00", align 1
@mlcc_rt.program.str.23 = private unnamed_addr constant [45 x i8] c"--threads takes a number from 1 on, not `%s`\00", align 1
@mlcc_rt.program.str.24 = private unnamed_addr constant [3 x i8] c"-o\00", align 1
@mlcc_rt.program.str.25 = private unnamed_addr constant [16 x i8] c"-o takes a file\00", align 1
@mlcc_rt.program.str.26 = private unnamed_addr constant [52 x i8] c"there is no option `%s`; --help lists what there is\00", align 1
@mlcc_rt.program.str.27 = private unnamed_addr constant [24 x i8] c"`%s` is one %s too many\00", align 1
@mlcc_rt.program.str.28 = private unnamed_addr constant [2 x i8] c"-\00", align 1
@mlcc_rt.program.str.29 = private unnamed_addr constant [3 x i8] c"rb\00", align 1
@mlcc_rt.program.str.30 = private unnamed_addr constant [3 x i8] c"wb\00", align 1
@mlcc_rt.program.str.31 = private unnamed_addr constant [17 x i8] c"cannot read `%s`\00", align 1
@mlcc_rt.program.str.32 = private unnamed_addr constant [58 x i8] c"`%s` is no array of numpy.save (.npy), for the input `%s`\00", align 1
@mlcc_rt.program.str.33 = private unnamed_addr constant [8 x i8] c"<stdin>\00", align 1
@mlcc_rt.program.str.34 = private unnamed_addr constant [49 x i8] c"`%s` is cut short: %zu bytes are needed for `%s`\00", align 1
@mlcc_rt.program.str.35 = private unnamed_addr constant [7 x i8] c"\93NUMPY\00", align 1
@mlcc_rt.program.str.36 = private unnamed_addr constant [8 x i8] c"'descr'\00", align 1
@mlcc_rt.program.str.37 = private unnamed_addr constant [16 x i8] c"'fortran_order'\00", align 1
@mlcc_rt.program.str.38 = private unnamed_addr constant [8 x i8] c"'shape'\00", align 1
@mlcc_rt.program.str.39 = private unnamed_addr constant [56 x i8] c"`%s` is damaged: its header lacks the type or the shape\00", align 1
@mlcc_rt.program.str.40 = private unnamed_addr constant [44 x i8] c"`%s` has elements %.8s, and `%s` takes '%s'\00", align 1
@mlcc_rt.program.str.41 = private unnamed_addr constant [36 x i8] c"`%s` has %d axes, and `%s` takes %d\00", align 1
@mlcc_rt.program.str.42 = private unnamed_addr constant [60 x i8] c"`%s` is in Fortran's order; save numpy.ascontiguousarray(x)\00", align 1
@mlcc_rt.program.str.43 = private unnamed_addr constant [28 x i8] c"there is no memory for `%s`\00", align 1
@mlcc_rt.program.str.44 = private unnamed_addr constant [9 x i8] c"<stdout>\00", align 1
@mlcc_rt.program.str.45 = private unnamed_addr constant [18 x i8] c"cannot write `%s`\00", align 1
@mlcc_rt.program.str.46 = private unnamed_addr constant [59 x i8] c"cannot write `%s`: the disk is full, or the reader is gone\00", align 1
@mlcc_rt.program.str.47 = private unnamed_addr constant [51 x i8] c"{'descr': '%s', 'fortran_order': False, 'shape': (\00", align 1
@mlcc_rt.program.str.48 = private unnamed_addr constant [5 x i8] c"%lld\00", align 1
@mlcc_rt.program.str.49 = private unnamed_addr constant [2 x i8] c",\00", align 1
@mlcc_rt.program.str.50 = private unnamed_addr constant [5 x i8] c"), }\00", align 1
@mlcc_rt.program.str.51 = private unnamed_addr constant [7 x i8] c"%s%*s\0A\00", align 1

define internal void @mlcc_rt_program(ptr %self, ptr %stack) {
entry:
  %arrayidx = getelementptr inbounds ptr, ptr %stack, i32 0
  %0 = load ptr, ptr %arrayidx, align 4
  %1 = ptrtoint ptr %0 to i32
  %add.ptr = getelementptr inbounds ptr, ptr %stack, i32 1
  %cmp = icmp sgt i32 %1, 0
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:
  %arrayidx1 = getelementptr inbounds ptr, ptr %add.ptr, i32 0
  %2 = load ptr, ptr %arrayidx1, align 4
  br label %cond.end

cond.false:
  %function = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 0
  %3 = load ptr, ptr %function, align 4
  br label %cond.end

cond.end:
  %cond = phi ptr [ %2, %cond.true ], [ %3, %cond.false ]
  store ptr %cond, ptr @mlcc_rt.program.own_name, align 4
  %call = call i32 @mlcc_rt.program.begin(ptr %self, i32 %1, ptr %add.ptr)
  call void @exit(i32 %call)
  unreachable
}

declare void @exit(i32 signext)

define internal i32 @mlcc_rt.program.begin(ptr %self, i32 %count, ptr %words) {
entry:
  %text = alloca [512 x i8], align 1
  %text61 = alloca [512 x i8], align 1
  %text90 = alloca [512 x i8], align 1
  %text103 = alloca [512 x i8], align 1
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 1, %entry ], [ %inc, %for.inc ]
  %cmp = icmp slt i32 %i.0, %count
  br i1 %cmp, label %for.body, label %for.cond34

for.body:
  %arrayidx = getelementptr inbounds ptr, ptr %words, i32 %i.0
  %0 = load ptr, ptr %arrayidx, align 4
  %call = call i32 @strcmp(ptr %0, ptr @mlcc_rt.program.str)
  %cmp1 = icmp eq i32 %call, 0
  br i1 %cmp1, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %arrayidx2 = getelementptr inbounds ptr, ptr %words, i32 %i.0
  %1 = load ptr, ptr %arrayidx2, align 4
  %call3 = call i32 @strcmp(ptr %1, ptr @mlcc_rt.program.str.1)
  %cmp4 = icmp eq i32 %call3, 0
  br i1 %cmp4, label %if.then, label %if.end

if.then:
  %call5 = call i32 @mlcc_rt.program.help(ptr %self)
  br label %return

if.end:
  %arrayidx6 = getelementptr inbounds ptr, ptr %words, i32 %i.0
  %2 = load ptr, ptr %arrayidx6, align 4
  %call7 = call i32 @strcmp(ptr %2, ptr @mlcc_rt.program.str.2)
  %cmp8 = icmp eq i32 %call7, 0
  br i1 %cmp8, label %if.then9, label %if.end14

if.then9:
  %description = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 6
  %3 = load ptr, ptr %description, align 4
  %call10 = call ptr %3()
  %call11 = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.3, ptr %call10)
  %call12 = call i32 @fflush(ptr null)
  %cmp13 = icmp eq i32 %call12, 0
  %cond = select i1 %cmp13, i32 0, i32 1
  br label %return

if.end14:
  %arrayidx15 = getelementptr inbounds ptr, ptr %words, i32 %i.0
  %4 = load ptr, ptr %arrayidx15, align 4
  %call16 = call i32 @strcmp(ptr %4, ptr @mlcc_rt.program.str.4)
  %cmp17 = icmp eq i32 %call16, 0
  br i1 %cmp17, label %land.lhs.true, label %for.inc

land.lhs.true:
  %selftest = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 5
  %5 = load ptr, ptr %selftest, align 4
  %cmp18 = icmp ne ptr %5, null
  br i1 %cmp18, label %if.then19, label %for.inc

if.then19:
  %selftest20 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 5
  %6 = load ptr, ptr %selftest20, align 4
  %call21 = call i32 %6()
  %cmp22 = icmp ne i32 %call21, 0
  br i1 %cmp22, label %do.body, label %if.end27

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  %call24 = call ptr @mlcc_rt_message()
  %call25 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay, i32 512, ptr @mlcc_rt.program.str.5, ptr %call24)
  %arraydecay26 = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 394, ptr %arraydecay26)
  br label %return

if.end27:
  %7 = load ptr, ptr @mlcc_rt.program.own_name, align 4
  %call28 = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.6, ptr %7)
  %call29 = call i32 @fflush(ptr null)
  %cmp30 = icmp eq i32 %call29, 0
  %cond31 = select i1 %cmp30, i32 0, i32 1
  br label %return

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.cond34:
  %i33.0 = phi i32 [ %inc40, %for.body37 ], [ 0, %for.cond ]
  %axes.0 = phi i64 [ %add, %for.body37 ], [ 0, %for.cond ]
  %count35 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %8 = load i32, ptr %count35, align 4
  %cmp36 = icmp slt i32 %i33.0, %8
  br i1 %cmp36, label %for.body37, label %for.end41

for.body37:
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %9 = load ptr, ptr %params, align 4
  %arrayidx38 = getelementptr inbounds %struct.program_param, ptr %9, i32 %i33.0
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx38, i32 0, i32 4
  %10 = load i32, ptr %rank, align 4
  %conv = sext i32 %10 to i64
  %add = add nsw i64 %axes.0, %conv
  %inc40 = add nsw i32 %i33.0, 1
  br label %for.cond34

for.end41:
  %count42 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %11 = load i32, ptr %count42, align 4
  %add43 = add i32 %11, 1
  %call44 = call ptr @calloc(i32 %add43, i32 48)
  %count45 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %12 = load i32, ptr %count45, align 4
  %add46 = add i32 %12, 1
  %call47 = call ptr @calloc(i32 %add46, i32 4)
  %conv48 = trunc i64 %axes.0 to i32
  %add49 = add i32 %conv48, 1
  %call50 = call ptr @calloc(i32 %add49, i32 8)
  %cmp51 = icmp eq ptr %call44, null
  %cmp54 = icmp eq ptr %call47, null
  %or.cond = select i1 %cmp51, i1 true, i1 %cmp54
  %cmp57 = icmp eq ptr %call50, null
  %or.cond39 = select i1 %or.cond, i1 true, i1 %cmp57
  br i1 %or.cond39, label %do.body60, label %for.cond68

do.body60:
  %arraydecay62 = getelementptr inbounds [512 x i8], ptr %text61, i32 0, i32 0
  %call63 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay62, i32 512, ptr @mlcc_rt.program.str.7)
  %arraydecay64 = getelementptr inbounds [512 x i8], ptr %text61, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 310, ptr %arraydecay64)
  br label %return

for.cond68:
  %shapes.0 = phi ptr [ %add.ptr, %for.body72 ], [ %call50, %for.end41 ]
  %i67.0 = phi i32 [ %inc78, %for.body72 ], [ 0, %for.end41 ]
  %count69 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %13 = load i32, ptr %count69, align 4
  %cmp70 = icmp slt i32 %i67.0, %13
  br i1 %cmp70, label %for.body72, label %for.end79

for.body72:
  %arrayidx73 = getelementptr inbounds %struct.argument, ptr %call44, i32 %i67.0
  %shape = getelementptr inbounds nuw %struct.argument, ptr %arrayidx73, i32 0, i32 1
  store ptr %shapes.0, ptr %shape, align 4
  %params74 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %14 = load ptr, ptr %params74, align 4
  %arrayidx75 = getelementptr inbounds %struct.program_param, ptr %14, i32 %i67.0
  %rank76 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx75, i32 0, i32 4
  %15 = load i32, ptr %rank76, align 4
  %add.ptr = getelementptr inbounds i64, ptr %shapes.0, i32 %15
  %inc78 = add nsw i32 %i67.0, 1
  br label %for.cond68

for.end79:
  %call80 = call i32 @mlcc_rt.program.parse(ptr %self, ptr %call44, i32 %count, ptr %words)
  %tobool = icmp ne i32 %call80, 0
  br i1 %tobool, label %return, label %if.end82

if.end82:
  %call83 = call i32 @mlcc_rt.program.reads(ptr %self, ptr %call44)
  %tobool84 = icmp ne i32 %call83, 0
  br i1 %tobool84, label %land.lhs.true85, label %if.end95

land.lhs.true85:
  %call86 = call i32 @isatty(i32 0)
  %tobool87 = icmp ne i32 %call86, 0
  br i1 %tobool87, label %do.body89, label %if.end95

do.body89:
  %arraydecay91 = getelementptr inbounds [512 x i8], ptr %text90, i32 0, i32 0
  %16 = load ptr, ptr @mlcc_rt.program.own_name, align 4
  %call92 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay91, i32 512, ptr @mlcc_rt.program.str.8, ptr %16)
  %arraydecay93 = getelementptr inbounds [512 x i8], ptr %text90, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay93)
  br label %return

if.end95:
  %call96 = call i32 @mlcc_rt.program.writes(ptr %self, ptr %call44)
  %tobool97 = icmp ne i32 %call96, 0
  br i1 %tobool97, label %land.lhs.true98, label %if.end108

land.lhs.true98:
  %call99 = call i32 @isatty(i32 1)
  %tobool100 = icmp ne i32 %call99, 0
  br i1 %tobool100, label %do.body102, label %if.end108

do.body102:
  %arraydecay104 = getelementptr inbounds [512 x i8], ptr %text103, i32 0, i32 0
  %17 = load ptr, ptr @mlcc_rt.program.own_name, align 4
  %call105 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay104, i32 512, ptr @mlcc_rt.program.str.9, ptr %17)
  %arraydecay106 = getelementptr inbounds [512 x i8], ptr %text103, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay106)
  br label %return

if.end108:
  %call109 = call i32 @mlcc_rt.program.run(ptr %self, ptr %call44, ptr %call47)
  br label %return

return:
  %retval.0 = phi i32 [ %call5, %if.then ], [ %cond, %if.then9 ], [ 1, %do.body ], [ %cond31, %if.end27 ], [ 1, %do.body60 ], [ %call109, %if.end108 ], [ 2, %do.body89 ], [ 2, %do.body102 ], [ %call80, %for.end79 ]
  ret i32 %retval.0
}

declare i32 @strcmp(ptr, ptr)

define internal i32 @mlcc_rt.program.help(ptr %self) {
entry:
  %0 = load ptr, ptr @mlcc_rt.program.own_name, align 4
  %selftest = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 5
  %1 = load ptr, ptr %selftest, align 4
  %cmp = icmp eq ptr %1, null
  %cond = select i1 %cmp, ptr @mlcc_rt.program.str.11, ptr @mlcc_rt.program.str.12
  %call = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.10, ptr %0, ptr %cond)
  %function = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 0
  %2 = load ptr, ptr %function, align 4
  %call1 = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.13, ptr %2)
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %count = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %3 = load i32, ptr %count, align 4
  %cmp2 = icmp slt i32 %i.0, %3
  br i1 %cmp2, label %for.body, label %for.end

for.body:
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %4 = load ptr, ptr %params, align 4
  %arrayidx = getelementptr inbounds %struct.program_param, ptr %4, i32 %i.0
  call void @mlcc_rt.program.describe(ptr %arrayidx)
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %call3 = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.14)
  %call4 = call i32 @fflush(ptr null)
  %cmp5 = icmp eq i32 %call4, 0
  %cond6 = select i1 %cmp5, i32 0, i32 1
  ret i32 %cond6
}

declare i32 @printf(ptr, ...)

declare i32 @fflush(ptr)

declare i32 @snprintf(ptr, i32 signext, ptr, ...)

declare ptr @mlcc_rt_message()

define internal void @mlcc_rt.program.complain(i32 %code, ptr %text) {
entry:
  %0 = load ptr, ptr @mlcc_rt.program.own_name, align 4
  %call = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @mlcc_rt.program.str.21, ptr %0, i32 %code, ptr %text)
  ret void
}

declare ptr @calloc(i32 signext, i32 signext)

define internal i32 @mlcc_rt.program.parse(ptr %self, ptr %args, i32 %count, ptr %words) {
entry:
  %path = alloca ptr, align 4
  %end = alloca ptr, align 4
  %text = alloca [512 x i8], align 1
  %text25 = alloca [512 x i8], align 1
  %text43 = alloca [512 x i8], align 1
  %text55 = alloca [512 x i8], align 1
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 1, %entry ], [ %inc67, %for.inc ]
  %cmp = icmp slt i32 %i.0, %count
  br i1 %cmp, label %for.body, label %return

for.body:
  %arrayidx = getelementptr inbounds ptr, ptr %words, i32 %i.0
  %0 = load ptr, ptr %arrayidx, align 4
  %call = call i32 @strcmp(ptr %0, ptr @mlcc_rt.program.str.22)
  %cmp1 = icmp eq i32 %call, 0
  %add = add nsw i32 %i.0, 1
  %cmp2 = icmp slt i32 %add, %count
  %or.cond = select i1 %cmp1, i1 %cmp2, i1 false
  br i1 %or.cond, label %if.then, label %if.end14

if.then:
  %inc = add nsw i32 %i.0, 1
  %arrayidx3 = getelementptr inbounds ptr, ptr %words, i32 %inc
  %1 = load ptr, ptr %arrayidx3, align 4
  %call4 = call i32 @strtol(ptr %1, ptr %end, i32 10)
  %2 = load ptr, ptr %end, align 4
  %3 = load i8, ptr %2, align 1
  %conv = sext i8 %3 to i32
  %tobool = icmp ne i32 %conv, 0
  %cmp5 = icmp slt i32 %call4, 1
  %or.cond29 = select i1 %tobool, i1 true, i1 %cmp5
  %cmp8 = icmp sgt i32 %call4, 65536
  %or.cond30 = select i1 %or.cond29, i1 true, i1 %cmp8
  br i1 %or.cond30, label %do.body, label %if.end

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  %arrayidx11 = getelementptr inbounds ptr, ptr %words, i32 %inc
  %4 = load ptr, ptr %arrayidx11, align 4
  %call12 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay, i32 512, ptr @mlcc_rt.program.str.23, ptr %4)
  %arraydecay13 = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay13)
  br label %return

if.end:
  call void @mlcc_rt_set_num_threads(i32 %call4)
  br label %for.inc

if.end14:
  %call15 = call i32 @strcmp(ptr %0, ptr @mlcc_rt.program.str.24)
  %cmp16 = icmp eq i32 %call15, 0
  %conv17 = zext i1 %cmp16 to i32
  %tobool18 = icmp ne i32 %conv17, 0
  br i1 %tobool18, label %land.lhs.true19, label %if.end30

land.lhs.true19:
  %inc20 = add nsw i32 %i.0, 1
  %cmp21 = icmp eq i32 %inc20, %count
  br i1 %cmp21, label %do.body24, label %if.end30

do.body24:
  %arraydecay26 = getelementptr inbounds [512 x i8], ptr %text25, i32 0, i32 0
  %call27 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay26, i32 512, ptr @mlcc_rt.program.str.25)
  %arraydecay28 = getelementptr inbounds [512 x i8], ptr %text25, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay28)
  br label %return

if.end30:
  %i.2 = phi i32 [ %inc20, %land.lhs.true19 ], [ %i.0, %if.end14 ]
  %tobool31 = icmp ne i32 %conv17, 0
  br i1 %tobool31, label %if.end48, label %land.lhs.true32

land.lhs.true32:
  %arrayidx33 = getelementptr inbounds i8, ptr %0, i32 0
  %5 = load i8, ptr %arrayidx33, align 1
  %conv34 = sext i8 %5 to i32
  %cmp35 = icmp eq i32 %conv34, 45
  br i1 %cmp35, label %land.lhs.true37, label %if.end48

land.lhs.true37:
  %arrayidx38 = getelementptr inbounds i8, ptr %0, i32 1
  %6 = load i8, ptr %arrayidx38, align 1
  %conv39 = sext i8 %6 to i32
  %tobool40 = icmp ne i32 %conv39, 0
  br i1 %tobool40, label %do.body42, label %if.end48

do.body42:
  %arraydecay44 = getelementptr inbounds [512 x i8], ptr %text43, i32 0, i32 0
  %call45 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay44, i32 512, ptr @mlcc_rt.program.str.26, ptr %0)
  %arraydecay46 = getelementptr inbounds [512 x i8], ptr %text43, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay46)
  br label %return

if.end48:
  %arrayidx49 = getelementptr inbounds ptr, ptr %words, i32 %i.2
  %7 = load ptr, ptr %arrayidx49, align 4
  %call50 = call i32 @mlcc_rt.program.place(ptr %self, ptr %args, ptr %7, i32 %conv17, ptr %path)
  %cmp51 = icmp slt i32 %call50, 0
  br i1 %cmp51, label %do.body54, label %if.end62

do.body54:
  %arraydecay56 = getelementptr inbounds [512 x i8], ptr %text55, i32 0, i32 0
  %arrayidx57 = getelementptr inbounds ptr, ptr %words, i32 %i.2
  %8 = load ptr, ptr %arrayidx57, align 4
  %tobool58 = icmp ne i32 %conv17, 0
  %cond = select i1 %tobool58, ptr @mlcc_rt.program.str.16, ptr @mlcc_rt.program.str.17
  %call59 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay56, i32 512, ptr @mlcc_rt.program.str.27, ptr %8, ptr %cond)
  %arraydecay60 = getelementptr inbounds [512 x i8], ptr %text55, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay60)
  br label %return

if.end62:
  %9 = load ptr, ptr %path, align 4
  %tobool63 = icmp ne i32 %conv17, 0
  %arrayidx64 = getelementptr inbounds %struct.argument, ptr %args, i32 %call50
  %target = getelementptr inbounds nuw %struct.argument, ptr %arrayidx64, i32 0, i32 3
  %arrayidx65 = getelementptr inbounds %struct.argument, ptr %args, i32 %call50
  %source = getelementptr inbounds nuw %struct.argument, ptr %arrayidx65, i32 0, i32 2
  %cond66 = select i1 %tobool63, ptr %target, ptr %source
  store ptr %9, ptr %cond66, align 4
  br label %for.inc

for.inc:
  %i.1 = phi i32 [ %inc, %if.end ], [ %i.2, %if.end62 ]
  %inc67 = add nsw i32 %i.1, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 2, %do.body ], [ 2, %do.body24 ], [ 2, %do.body54 ], [ 2, %do.body42 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.program.reads(ptr %self, ptr %args) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %count = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %0 = load i32, ptr %count, align 4
  %cmp = icmp slt i32 %i.0, %0
  br i1 %cmp, label %for.body, label %return

for.body:
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %1 = load ptr, ptr %params, align 4
  %arrayidx = getelementptr inbounds %struct.program_param, ptr %1, i32 %i.0
  %role = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 3
  %2 = load i32, ptr %role, align 4
  %cmp1 = icmp ne i32 %2, 1
  br i1 %cmp1, label %land.lhs.true, label %for.inc

land.lhs.true:
  %arrayidx2 = getelementptr inbounds %struct.argument, ptr %args, i32 %i.0
  %source = getelementptr inbounds nuw %struct.argument, ptr %arrayidx2, i32 0, i32 2
  %3 = load ptr, ptr %source, align 4
  %cmp3 = icmp eq ptr %3, null
  br i1 %cmp3, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx4 = getelementptr inbounds %struct.argument, ptr %args, i32 %i.0
  %source5 = getelementptr inbounds nuw %struct.argument, ptr %arrayidx4, i32 0, i32 2
  %4 = load ptr, ptr %source5, align 4
  %call = call i32 @strcmp(ptr %4, ptr @mlcc_rt.program.str.28)
  %cmp6 = icmp eq i32 %call, 0
  br i1 %cmp6, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %land.lhs.true ], [ 1, %lor.lhs.false ], [ 0, %for.cond ]
  ret i32 %retval.0
}

declare i32 @isatty(i32 signext)

define internal i32 @mlcc_rt.program.writes(ptr %self, ptr %args) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %count = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %0 = load i32, ptr %count, align 4
  %cmp = icmp slt i32 %i.0, %0
  br i1 %cmp, label %for.body, label %return

for.body:
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %1 = load ptr, ptr %params, align 4
  %arrayidx = getelementptr inbounds %struct.program_param, ptr %1, i32 %i.0
  %role = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 3
  %2 = load i32, ptr %role, align 4
  %cmp1 = icmp ne i32 %2, 0
  br i1 %cmp1, label %land.lhs.true, label %for.inc

land.lhs.true:
  %arrayidx2 = getelementptr inbounds %struct.argument, ptr %args, i32 %i.0
  %target = getelementptr inbounds nuw %struct.argument, ptr %arrayidx2, i32 0, i32 3
  %3 = load ptr, ptr %target, align 4
  %cmp3 = icmp eq ptr %3, null
  br i1 %cmp3, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %land.lhs.true ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.program.run(ptr %self, ptr %args, ptr %tensors) {
entry:
  %call = call ptr @fdopen(i32 0, ptr @mlcc_rt.program.str.29)
  %call1 = call ptr @fdopen(i32 1, ptr @mlcc_rt.program.str.30)
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %count = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %0 = load i32, ptr %count, align 4
  %cmp = icmp slt i32 %i.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds %struct.argument, ptr %args, i32 %i.0
  %tensor = getelementptr inbounds nuw %struct.argument, ptr %arrayidx, i32 0, i32 0
  %arrayidx2 = getelementptr inbounds ptr, ptr %tensors, i32 %i.0
  store ptr %tensor, ptr %arrayidx2, align 4
  %arrayidx3 = getelementptr inbounds %struct.argument, ptr %args, i32 %i.0
  %shape = getelementptr inbounds nuw %struct.argument, ptr %arrayidx3, i32 0, i32 1
  %1 = load ptr, ptr %shape, align 4
  %arrayidx4 = getelementptr inbounds %struct.argument, ptr %args, i32 %i.0
  %tensor5 = getelementptr inbounds nuw %struct.argument, ptr %arrayidx4, i32 0, i32 0
  %shape6 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor5, i32 0, i32 4
  store ptr %1, ptr %shape6, align 4
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %2 = load ptr, ptr %params, align 4
  %arrayidx7 = getelementptr inbounds %struct.program_param, ptr %2, i32 %i.0
  %role = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx7, i32 0, i32 3
  %3 = load i32, ptr %role, align 4
  %cmp8 = icmp eq i32 %3, 1
  br i1 %cmp8, label %for.inc, label %if.end

if.end:
  %arrayidx9 = getelementptr inbounds %struct.argument, ptr %args, i32 %i.0
  %source = getelementptr inbounds nuw %struct.argument, ptr %arrayidx9, i32 0, i32 2
  %4 = load ptr, ptr %source, align 4
  %cmp10 = icmp eq ptr %4, null
  br i1 %cmp10, label %cond.end, label %cond.false

cond.false:
  %arrayidx11 = getelementptr inbounds %struct.argument, ptr %args, i32 %i.0
  %source12 = getelementptr inbounds nuw %struct.argument, ptr %arrayidx11, i32 0, i32 2
  %5 = load ptr, ptr %source12, align 4
  br label %cond.end

cond.end:
  %cond = phi ptr [ %5, %cond.false ], [ @mlcc_rt.program.str.28, %if.end ]
  %arrayidx13 = getelementptr inbounds %struct.argument, ptr %args, i32 %i.0
  %source14 = getelementptr inbounds nuw %struct.argument, ptr %arrayidx13, i32 0, i32 2
  store ptr %cond, ptr %source14, align 4
  %params15 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %6 = load ptr, ptr %params15, align 4
  %arrayidx16 = getelementptr inbounds %struct.program_param, ptr %6, i32 %i.0
  %arrayidx17 = getelementptr inbounds %struct.argument, ptr %args, i32 %i.0
  %call18 = call i32 @mlcc_rt.program.read_input(ptr %arrayidx16, ptr %arrayidx17, ptr %call)
  %tobool = icmp ne i32 %call18, 0
  br i1 %tobool, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %extents = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 3
  %7 = load ptr, ptr %extents, align 4
  call void %7(ptr %tensors)
  br label %for.cond22

for.cond22:
  %i21.0 = phi i32 [ 0, %for.end ], [ %inc43, %for.inc42 ]
  %count23 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %8 = load i32, ptr %count23, align 4
  %cmp24 = icmp slt i32 %i21.0, %8
  br i1 %cmp24, label %for.body25, label %for.end44

for.body25:
  %params27 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %9 = load ptr, ptr %params27, align 4
  %arrayidx28 = getelementptr inbounds %struct.program_param, ptr %9, i32 %i21.0
  %role29 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx28, i32 0, i32 3
  %10 = load i32, ptr %role29, align 4
  %cmp30 = icmp eq i32 %10, 1
  br i1 %cmp30, label %cond.true31, label %cond.end37

cond.true31:
  %params32 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %11 = load ptr, ptr %params32, align 4
  %arrayidx33 = getelementptr inbounds %struct.program_param, ptr %11, i32 %i21.0
  %arrayidx34 = getelementptr inbounds %struct.argument, ptr %args, i32 %i21.0
  %call35 = call i32 @mlcc_rt.program.allocate(ptr %arrayidx33, ptr %arrayidx34)
  br label %cond.end37

cond.end37:
  %cond38 = phi i32 [ %call35, %cond.true31 ], [ 0, %for.body25 ]
  %tobool39 = icmp ne i32 %cond38, 0
  br i1 %tobool39, label %return, label %for.inc42

for.inc42:
  %inc43 = add nsw i32 %i21.0, 1
  br label %for.cond22

for.end44:
  %entry45 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 2
  %12 = load ptr, ptr %entry45, align 4
  %count46 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %13 = load i32, ptr %count46, align 4
  %call47 = call i32 %12(ptr %tensors, i32 %13)
  %cmp48 = icmp ne i32 %call47, 0
  br i1 %cmp48, label %if.then49, label %if.end59

if.then49:
  %cmp50 = icmp sgt i32 %call47, 0
  br i1 %cmp50, label %land.lhs.true, label %cond.end56

land.lhs.true:
  %codes = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 9
  %14 = load i32, ptr %codes, align 4
  %cmp51 = icmp slt i32 %call47, %14
  br i1 %cmp51, label %cond.true52, label %cond.end56

cond.true52:
  %code53 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 7
  %15 = load ptr, ptr %code53, align 4
  %arrayidx54 = getelementptr inbounds i32, ptr %15, i32 %call47
  %16 = load i32, ptr %arrayidx54, align 4
  br label %cond.end56

cond.end56:
  %cond57 = phi i32 [ %16, %cond.true52 ], [ 312, %land.lhs.true ], [ 312, %if.then49 ]
  %call58 = call ptr @mlcc_rt_message()
  call void @mlcc_rt.program.complain(i32 %cond57, ptr %call58)
  br label %return

if.end59:
  %results = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 4
  %17 = load ptr, ptr %results, align 4
  call void %17(ptr %tensors)
  br label %for.cond61

for.cond61:
  %i60.0 = phi i32 [ 0, %if.end59 ], [ %inc82, %for.inc81 ]
  %count62 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %18 = load i32, ptr %count62, align 4
  %cmp63 = icmp slt i32 %i60.0, %18
  br i1 %cmp63, label %for.body64, label %return

for.body64:
  %params66 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %19 = load ptr, ptr %params66, align 4
  %arrayidx67 = getelementptr inbounds %struct.program_param, ptr %19, i32 %i60.0
  %role68 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx67, i32 0, i32 3
  %20 = load i32, ptr %role68, align 4
  %cmp69 = icmp eq i32 %20, 0
  br i1 %cmp69, label %cond.end76, label %cond.false71

cond.false71:
  %params72 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %21 = load ptr, ptr %params72, align 4
  %arrayidx73 = getelementptr inbounds %struct.program_param, ptr %21, i32 %i60.0
  %arrayidx74 = getelementptr inbounds %struct.argument, ptr %args, i32 %i60.0
  %call75 = call i32 @mlcc_rt.program.write_output(ptr %arrayidx73, ptr %arrayidx74, ptr %call1)
  br label %cond.end76

cond.end76:
  %cond77 = phi i32 [ %call75, %cond.false71 ], [ 0, %for.body64 ]
  %tobool78 = icmp ne i32 %cond77, 0
  br i1 %tobool78, label %return, label %for.inc81

for.inc81:
  %inc82 = add nsw i32 %i60.0, 1
  br label %for.cond61

return:
  %retval.0 = phi i32 [ %cond77, %cond.end76 ], [ %call18, %cond.end ], [ 1, %cond.end56 ], [ %cond38, %cond.end37 ], [ 0, %for.cond61 ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.program.describe(ptr %param) {
entry:
  %role = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 3
  %0 = load i32, ptr %role, align 4
  %cmp = icmp eq i32 %0, 1
  %cond = select i1 %cmp, ptr @mlcc_rt.program.str.16, ptr @mlcc_rt.program.str.17
  %name = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %1 = load ptr, ptr %name, align 4
  %type = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 1
  %2 = load ptr, ptr %type, align 4
  %call = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.15, ptr %cond, ptr %1, ptr %2)
  %shape1 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 2
  %3 = load ptr, ptr %shape1, align 4
  br label %for.cond

for.cond:
  %shape.0 = phi ptr [ %3, %entry ], [ %add.ptr, %for.body ]
  %axis.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %4 = load i32, ptr %rank, align 4
  %cmp2 = icmp slt i32 %axis.0, %4
  br i1 %cmp2, label %for.body, label %for.end

for.body:
  %tobool = icmp ne i32 %axis.0, 0
  %cond3 = select i1 %tobool, ptr @mlcc_rt.program.str.19, ptr @mlcc_rt.program.str.11
  %call4 = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.18, ptr %cond3, ptr %shape.0)
  %call5 = call i32 @strlen(ptr %shape.0)
  %add = add i32 %call5, 1
  %add.ptr = getelementptr inbounds nuw i8, ptr %shape.0, i32 %add
  %inc = add nsw i32 %axis.0, 1
  br label %for.cond

for.end:
  %call6 = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.20)
  ret void
}

declare i32 @strlen(ptr)

declare i32 @dprintf(i32 signext, ptr, ...)

declare i32 @strtol(ptr, ptr, i32 signext)

declare void @mlcc_rt_set_num_threads(i32)

define internal i32 @mlcc_rt.program.place(ptr %self, ptr %args, ptr %word, i32 %output, ptr %path) {
entry:
  %call = call ptr @strchr(ptr %word, i32 61)
  store ptr %word, ptr %path, align 4
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp ne ptr %call, null
  br i1 %cmp, label %land.rhs, label %for.end

land.rhs:
  %count = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %0 = load i32, ptr %count, align 4
  %cmp1 = icmp slt i32 %i.0, %0
  br i1 %cmp1, label %for.body, label %for.end

for.body:
  %sub.ptr.lhs.cast = ptrtoint ptr %call to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %word to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %1 = load ptr, ptr %params, align 4
  %arrayidx = getelementptr inbounds %struct.program_param, ptr %1, i32 %i.0
  %name = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 0
  %2 = load ptr, ptr %name, align 4
  %call2 = call i32 @strlen(ptr %2)
  %cmp3 = icmp eq i32 %call2, %sub.ptr.sub
  br i1 %cmp3, label %land.lhs.true, label %for.inc

land.lhs.true:
  %params4 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %3 = load ptr, ptr %params4, align 4
  %arrayidx5 = getelementptr inbounds %struct.program_param, ptr %3, i32 %i.0
  %name6 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx5, i32 0, i32 0
  %4 = load ptr, ptr %name6, align 4
  %call7 = call i32 @strncmp(ptr %4, ptr %word, i32 %sub.ptr.sub)
  %cmp8 = icmp eq i32 %call7, 0
  br i1 %cmp8, label %land.lhs.true9, label %for.inc

land.lhs.true9:
  %params10 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %5 = load ptr, ptr %params10, align 4
  %arrayidx11 = getelementptr inbounds %struct.program_param, ptr %5, i32 %i.0
  %role = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx11, i32 0, i32 3
  %6 = load i32, ptr %role, align 4
  %cmp12 = icmp eq i32 %6, 1
  %conv = zext i1 %cmp12 to i32
  %cmp13 = icmp eq i32 %conv, %output
  br i1 %cmp13, label %if.then, label %for.inc

if.then:
  %add.ptr = getelementptr inbounds i8, ptr %call, i32 1
  store ptr %add.ptr, ptr %path, align 4
  br label %return

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  br label %for.cond16

for.cond16:
  %i15.0 = phi i32 [ 0, %for.end ], [ %inc45, %for.inc44 ]
  %count17 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %7 = load i32, ptr %count17, align 4
  %cmp18 = icmp slt i32 %i15.0, %7
  br i1 %cmp18, label %for.body20, label %return

for.body20:
  %tobool = icmp ne i32 %output, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %arrayidx21 = getelementptr inbounds %struct.argument, ptr %args, i32 %i15.0
  %target = getelementptr inbounds nuw %struct.argument, ptr %arrayidx21, i32 0, i32 3
  %8 = load ptr, ptr %target, align 4
  %cmp22 = icmp eq ptr %8, null
  %conv23 = zext i1 %cmp22 to i32
  br label %cond.end

cond.false:
  %arrayidx24 = getelementptr inbounds %struct.argument, ptr %args, i32 %i15.0
  %source = getelementptr inbounds nuw %struct.argument, ptr %arrayidx24, i32 0, i32 2
  %9 = load ptr, ptr %source, align 4
  %cmp25 = icmp eq ptr %9, null
  %conv26 = zext i1 %cmp25 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv23, %cond.true ], [ %conv26, %cond.false ]
  %tobool27 = icmp ne i32 %cond, 0
  br i1 %tobool27, label %land.lhs.true28, label %for.inc44

land.lhs.true28:
  %tobool29 = icmp ne i32 %output, 0
  br i1 %tobool29, label %cond.true30, label %cond.false36

cond.true30:
  %params31 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %10 = load ptr, ptr %params31, align 4
  %arrayidx32 = getelementptr inbounds %struct.program_param, ptr %10, i32 %i15.0
  %role33 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx32, i32 0, i32 3
  %11 = load i32, ptr %role33, align 4
  %cmp34 = icmp ne i32 %11, 0
  br i1 %cmp34, label %return, label %for.inc44

cond.false36:
  %params37 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %12 = load ptr, ptr %params37, align 4
  %arrayidx38 = getelementptr inbounds %struct.program_param, ptr %12, i32 %i15.0
  %role39 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx38, i32 0, i32 3
  %13 = load i32, ptr %role39, align 4
  %cmp40 = icmp ne i32 %13, 1
  br i1 %cmp40, label %return, label %for.inc44

for.inc44:
  %inc45 = add nsw i32 %i15.0, 1
  br label %for.cond16

return:
  %retval.0 = phi i32 [ %i.0, %if.then ], [ %i15.0, %cond.true30 ], [ %i15.0, %cond.false36 ], [ -1, %for.cond16 ]
  ret i32 %retval.0
}

declare ptr @strchr(ptr, i32 signext)

declare i32 @strncmp(ptr, ptr, i32 signext)

declare ptr @fdopen(i32 signext, ptr)

define internal i32 @mlcc_rt.program.read_input(ptr %param, ptr %given, ptr %input) {
entry:
  %text = alloca [512 x i8], align 1
  %text13 = alloca [512 x i8], align 1
  %text42 = alloca [512 x i8], align 1
  %source = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %0 = load ptr, ptr %source, align 4
  %call = call i32 @strcmp(ptr %0, ptr @mlcc_rt.program.str.28)
  %cmp = icmp ne i32 %call, 0
  %conv = zext i1 %cmp to i32
  %tobool = icmp ne i32 %conv, 0
  br i1 %tobool, label %cond.true, label %cond.end

cond.true:
  %source1 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %1 = load ptr, ptr %source1, align 4
  %call2 = call ptr @fopen(ptr %1, ptr @mlcc_rt.program.str.29)
  br label %cond.end

cond.end:
  %cond = phi ptr [ %call2, %cond.true ], [ %input, %entry ]
  %cmp3 = icmp eq ptr %cond, null
  br i1 %cmp3, label %do.body, label %if.end

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  %source5 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %2 = load ptr, ptr %source5, align 4
  %call6 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay, i32 512, ptr @mlcc_rt.program.str.31, ptr %2)
  %arraydecay7 = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 391, ptr %arraydecay7)
  br label %return

if.end:
  %call8 = call ptr @mlcc_rt.program.read_header(ptr %cond)
  %cmp9 = icmp eq ptr %call8, null
  br i1 %cmp9, label %do.body12, label %if.end24

do.body12:
  %arraydecay14 = getelementptr inbounds [512 x i8], ptr %text13, i32 0, i32 0
  %tobool15 = icmp ne i32 %conv, 0
  br i1 %tobool15, label %cond.true16, label %cond.end19

cond.true16:
  %source17 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %3 = load ptr, ptr %source17, align 4
  br label %cond.end19

cond.end19:
  %cond20 = phi ptr [ %3, %cond.true16 ], [ @mlcc_rt.program.str.33, %do.body12 ]
  %name = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %4 = load ptr, ptr %name, align 4
  %call21 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay14, i32 512, ptr @mlcc_rt.program.str.32, ptr %cond20, ptr %4)
  %arraydecay22 = getelementptr inbounds [512 x i8], ptr %text13, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 392, ptr %arraydecay22)
  br label %return

if.end24:
  %call25 = call i32 @mlcc_rt.program.check_header(ptr %call8, ptr %param, ptr %given)
  call void @free(ptr %call8)
  %tobool26 = icmp ne i32 %call25, 0
  br i1 %tobool26, label %cond.end30, label %cond.false28

cond.false28:
  %call29 = call i32 @mlcc_rt.program.allocate(ptr %param, ptr %given)
  br label %cond.end30

cond.end30:
  %cond31 = phi i32 [ %call29, %cond.false28 ], [ %call25, %if.end24 ]
  %tobool32 = icmp ne i32 %cond31, 0
  br i1 %tobool32, label %return, label %if.end34

if.end34:
  %shape = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %5 = load ptr, ptr %shape, align 4
  %call35 = call i64 @mlcc_rt.program.bytes_of(ptr %param, ptr %5)
  %conv36 = trunc i64 %call35 to i32
  %tensor = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 0
  %data = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 0
  %6 = load ptr, ptr %data, align 4
  %call37 = call i32 @fread(ptr %6, i32 1, i32 %conv36, ptr %cond)
  %cmp38 = icmp ne i32 %call37, %conv36
  br i1 %cmp38, label %do.body41, label %if.end54

do.body41:
  %arraydecay43 = getelementptr inbounds [512 x i8], ptr %text42, i32 0, i32 0
  %tobool44 = icmp ne i32 %conv, 0
  br i1 %tobool44, label %cond.true45, label %cond.end48

cond.true45:
  %source46 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %7 = load ptr, ptr %source46, align 4
  br label %cond.end48

cond.end48:
  %cond49 = phi ptr [ %7, %cond.true45 ], [ @mlcc_rt.program.str.33, %do.body41 ]
  %name50 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %8 = load ptr, ptr %name50, align 4
  %call51 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay43, i32 512, ptr @mlcc_rt.program.str.34, ptr %cond49, i32 %conv36, ptr %8)
  %arraydecay52 = getelementptr inbounds [512 x i8], ptr %text42, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 392, ptr %arraydecay52)
  br label %return

if.end54:
  %tobool55 = icmp ne i32 %conv, 0
  br i1 %tobool55, label %if.then56, label %return

if.then56:
  %call57 = call i32 @fclose(ptr %cond)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %do.body ], [ 1, %cond.end19 ], [ %cond31, %cond.end30 ], [ 1, %cond.end48 ], [ 0, %if.then56 ], [ 0, %if.end54 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.program.allocate(ptr %param, ptr %given) {
entry:
  %block = alloca ptr, align 4
  %text = alloca [512 x i8], align 1
  %shape = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %0 = load ptr, ptr %shape, align 4
  %call = call i64 @mlcc_rt.program.bytes_of(ptr %param, ptr %0)
  store ptr null, ptr %block, align 4
  %cmp = icmp slt i64 %call, 0
  br i1 %cmp, label %do.body, label %lor.lhs.false

lor.lhs.false:
  %cmp1 = icmp sgt i64 %call, 0
  %conv = trunc i64 %call to i32
  %cond = select i1 %cmp1, i32 %conv, i32 1
  %call2 = call i32 @posix_memalign(ptr %block, i32 64, i32 %cond)
  %cmp3 = icmp ne i32 %call2, 0
  br i1 %cmp3, label %do.body, label %if.end

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  %name = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %1 = load ptr, ptr %name, align 4
  %call5 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay, i32 512, ptr @mlcc_rt.program.str.43, ptr %1)
  %arraydecay6 = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 310, ptr %arraydecay6)
  br label %return

if.end:
  %tensor = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 0
  %2 = load ptr, ptr %block, align 4
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %3 = load i32, ptr %rank, align 4
  %code7 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 7
  %4 = load i8, ptr %code7, align 4
  %bits8 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 8
  %5 = load i8, ptr %bits8, align 1
  %shape10 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %6 = load ptr, ptr %shape10, align 4
  store ptr %2, ptr %tensor, align 4
  %.compoundliteral.sroa.2.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i32 4
  store i32 1, ptr %.compoundliteral.sroa.2.0.tensor.sroa_idx, align 4
  %.compoundliteral.sroa.3.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i32 8
  store i32 0, ptr %.compoundliteral.sroa.3.0.tensor.sroa_idx, align 4
  %.compoundliteral.sroa.4.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i32 12
  store i32 %3, ptr %.compoundliteral.sroa.4.0.tensor.sroa_idx, align 4
  %.compoundliteral.sroa.5.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i32 16
  store i8 %4, ptr %.compoundliteral.sroa.5.0.tensor.sroa_idx, align 4
  %.compoundliteral.sroa.6.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i32 17
  store i8 %5, ptr %.compoundliteral.sroa.6.0.tensor.sroa_idx, align 1
  %.compoundliteral.sroa.7.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i32 18
  store i16 1, ptr %.compoundliteral.sroa.7.0.tensor.sroa_idx, align 2
  %.compoundliteral.sroa.8.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i32 20
  store ptr %6, ptr %.compoundliteral.sroa.8.0.tensor.sroa_idx, align 4
  %.compoundliteral.sroa.9.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i32 24
  store ptr null, ptr %.compoundliteral.sroa.9.0.tensor.sroa_idx, align 4
  %.compoundliteral.sroa.10.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i32 28
  store i64 0, ptr %.compoundliteral.sroa.10.0.tensor.sroa_idx, align 4
  br label %return

return:
  %retval.0 = phi i32 [ 1, %do.body ], [ 0, %if.end ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.program.write_output(ptr %param, ptr %given, ptr %output) {
entry:
  %text = alloca [512 x i8], align 1
  %text24 = alloca [512 x i8], align 1
  %target = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 3
  %0 = load ptr, ptr %target, align 4
  %cmp = icmp eq ptr %0, null
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %target1 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 3
  %1 = load ptr, ptr %target1, align 4
  %call = call ptr @fopen(ptr %1, ptr @mlcc_rt.program.str.30)
  br label %cond.end

cond.end:
  %cond = phi ptr [ %call, %cond.false ], [ %output, %entry ]
  %target2 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 3
  %2 = load ptr, ptr %target2, align 4
  %cmp3 = icmp eq ptr %2, null
  br i1 %cmp3, label %cond.end7, label %cond.false5

cond.false5:
  %target6 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 3
  %3 = load ptr, ptr %target6, align 4
  br label %cond.end7

cond.end7:
  %cond8 = phi ptr [ %3, %cond.false5 ], [ @mlcc_rt.program.str.44, %cond.end ]
  %cmp9 = icmp eq ptr %cond, null
  br i1 %cmp9, label %do.body, label %if.end

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  %call10 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay, i32 512, ptr @mlcc_rt.program.str.45, ptr %cond8)
  %arraydecay11 = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 393, ptr %arraydecay11)
  br label %return

if.end:
  %call12 = call i32 @mlcc_rt.program.write_array(ptr %param, ptr %given, ptr %cond)
  %target13 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 3
  %4 = load ptr, ptr %target13, align 4
  %cmp14 = icmp eq ptr %4, null
  br i1 %cmp14, label %cond.true15, label %cond.false17

cond.true15:
  %call16 = call i32 @fflush(ptr %cond)
  br label %cond.end19

cond.false17:
  %call18 = call i32 @fclose(ptr %cond)
  br label %cond.end19

cond.end19:
  %cond20 = phi i32 [ %call16, %cond.true15 ], [ %call18, %cond.false17 ]
  %cmp21 = icmp eq i32 %cond20, 0
  %tobool = icmp ne i32 %call12, 0
  %or.cond = select i1 %cmp21, i1 %tobool, i1 false
  br i1 %or.cond, label %return, label %do.body23

do.body23:
  %arraydecay25 = getelementptr inbounds [512 x i8], ptr %text24, i32 0, i32 0
  %call26 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay25, i32 512, ptr @mlcc_rt.program.str.46, ptr %cond8)
  %arraydecay27 = getelementptr inbounds [512 x i8], ptr %text24, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 393, ptr %arraydecay27)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %do.body ], [ 1, %do.body23 ], [ 0, %cond.end19 ]
  ret i32 %retval.0
}

declare ptr @fopen(ptr, ptr)

define internal ptr @mlcc_rt.program.read_header(ptr %file) {
entry:
  %head = alloca [8 x i8], align 1
  %size = alloca [4 x i8], align 1
  call void @llvm.memset.p0.i32(ptr align 1 %size, i8 0, i32 4, i1 false)
  %arraydecay = getelementptr inbounds [8 x i8], ptr %head, i32 0, i32 0
  %call = call i32 @fread(ptr %arraydecay, i32 1, i32 8, ptr %file)
  %cmp = icmp ne i32 %call, 8
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arraydecay1 = getelementptr inbounds [8 x i8], ptr %head, i32 0, i32 0
  %call2 = call i32 @memcmp(ptr %arraydecay1, ptr @mlcc_rt.program.str.35, i32 6)
  %cmp3 = icmp ne i32 %call2, 0
  %arrayidx = getelementptr inbounds [8 x i8], ptr %head, i32 0, i32 6
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp5 = icmp slt i32 %conv, 1
  %or.cond = select i1 %cmp3, i1 true, i1 %cmp5
  %arrayidx8 = getelementptr inbounds [8 x i8], ptr %head, i32 0, i32 6
  %1 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %1 to i32
  %cmp10 = icmp sgt i32 %conv9, 3
  %or.cond12 = select i1 %or.cond, i1 true, i1 %cmp10
  br i1 %or.cond12, label %return, label %if.end

if.end:
  %arrayidx12 = getelementptr inbounds [8 x i8], ptr %head, i32 0, i32 6
  %2 = load i8, ptr %arrayidx12, align 1
  %conv13 = zext i8 %2 to i32
  %cmp14 = icmp eq i32 %conv13, 1
  %cond = select i1 %cmp14, i32 2, i32 4
  %arraydecay16 = getelementptr inbounds [4 x i8], ptr %size, i32 0, i32 0
  %call17 = call i32 @fread(ptr %arraydecay16, i32 1, i32 %cond, ptr %file)
  %cmp18 = icmp ne i32 %call17, %cond
  br i1 %cmp18, label %return, label %if.end21

if.end21:
  %arrayidx22 = getelementptr inbounds [4 x i8], ptr %size, i32 0, i32 0
  %3 = load i8, ptr %arrayidx22, align 1
  %conv23 = zext i8 %3 to i32
  %arrayidx24 = getelementptr inbounds [4 x i8], ptr %size, i32 0, i32 1
  %4 = load i8, ptr %arrayidx24, align 1
  %conv25 = zext i8 %4 to i32
  %shl = shl i32 %conv25, 8
  %or = or i32 %conv23, %shl
  %arrayidx26 = getelementptr inbounds [4 x i8], ptr %size, i32 0, i32 2
  %5 = load i8, ptr %arrayidx26, align 1
  %conv27 = zext i8 %5 to i32
  %shl28 = shl i32 %conv27, 16
  %or29 = or i32 %or, %shl28
  %arrayidx30 = getelementptr inbounds [4 x i8], ptr %size, i32 0, i32 3
  %6 = load i8, ptr %arrayidx30, align 1
  %conv31 = zext i8 %6 to i32
  %shl32 = shl i32 %conv31, 24
  %or33 = or i32 %or29, %shl32
  %cmp34 = icmp ult i32 %or33, 1048576
  br i1 %cmp34, label %cond.true, label %cond.end

cond.true:
  %add = add i32 %or33, 1
  %call36 = call ptr @malloc(i32 %add)
  br label %cond.end

cond.end:
  %cond37 = phi ptr [ %call36, %cond.true ], [ null, %if.end21 ]
  %cmp38 = icmp eq ptr %cond37, null
  br i1 %cmp38, label %return, label %if.end41

if.end41:
  %call42 = call i32 @fread(ptr %cond37, i32 1, i32 %or33, ptr %file)
  %cmp43 = icmp ne i32 %call42, %or33
  br i1 %cmp43, label %if.then45, label %if.end46

if.then45:
  call void @free(ptr %cond37)
  br label %return

if.end46:
  %arrayidx47 = getelementptr inbounds nuw i8, ptr %cond37, i32 %or33
  store i8 0, ptr %arrayidx47, align 1
  br label %return

return:
  %retval.0 = phi ptr [ %cond37, %if.end46 ], [ null, %entry ], [ null, %if.end ], [ null, %if.then45 ], [ null, %lor.lhs.false ], [ null, %cond.end ]
  ret ptr %retval.0
}

define internal i32 @mlcc_rt.program.check_header(ptr %header, ptr %param, ptr %given) {
entry:
  %text = alloca [512 x i8], align 1
  %text12 = alloca [512 x i8], align 1
  %text26 = alloca [512 x i8], align 1
  %text40 = alloca [512 x i8], align 1
  %call = call ptr @mlcc_rt.program.after(ptr %header, ptr @mlcc_rt.program.str.36)
  %call1 = call ptr @mlcc_rt.program.after(ptr %header, ptr @mlcc_rt.program.str.37)
  %call2 = call ptr @mlcc_rt.program.after(ptr %header, ptr @mlcc_rt.program.str.38)
  %cmp = icmp eq ptr %call, null
  %cmp3 = icmp eq ptr %call1, null
  %or.cond = select i1 %cmp, i1 true, i1 %cmp3
  %cmp5 = icmp eq ptr %call2, null
  %or.cond19 = select i1 %or.cond, i1 true, i1 %cmp5
  br i1 %or.cond19, label %do.body, label %if.end

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  %source = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %0 = load ptr, ptr %source, align 4
  %call6 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay, i32 512, ptr @mlcc_rt.program.str.39, ptr %0)
  %arraydecay7 = getelementptr inbounds [512 x i8], ptr %text, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 392, ptr %arraydecay7)
  br label %return

if.end:
  %type8 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 1
  %1 = load ptr, ptr %type8, align 4
  %call9 = call i32 @mlcc_rt.program.is_type(ptr %call, ptr %1)
  %tobool = icmp ne i32 %call9, 0
  br i1 %tobool, label %if.end19, label %do.body11

do.body11:
  %arraydecay13 = getelementptr inbounds [512 x i8], ptr %text12, i32 0, i32 0
  %source14 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %2 = load ptr, ptr %source14, align 4
  %name = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %3 = load ptr, ptr %name, align 4
  %type15 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 1
  %4 = load ptr, ptr %type15, align 4
  %call16 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay13, i32 512, ptr @mlcc_rt.program.str.40, ptr %2, ptr %call, ptr %3, ptr %4)
  %arraydecay17 = getelementptr inbounds [512 x i8], ptr %text12, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 302, ptr %arraydecay17)
  br label %return

if.end19:
  %shape = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %5 = load ptr, ptr %shape, align 4
  %rank20 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %6 = load i32, ptr %rank20, align 4
  %call21 = call i32 @mlcc_rt.program.read_shape(ptr %call2, ptr %5, i32 %6)
  %rank22 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %7 = load i32, ptr %rank22, align 4
  %cmp23 = icmp ne i32 %call21, %7
  br i1 %cmp23, label %do.body25, label %if.end34

do.body25:
  %arraydecay27 = getelementptr inbounds [512 x i8], ptr %text26, i32 0, i32 0
  %source28 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %8 = load ptr, ptr %source28, align 4
  %name29 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %9 = load ptr, ptr %name29, align 4
  %rank30 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %10 = load i32, ptr %rank30, align 4
  %call31 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay27, i32 512, ptr @mlcc_rt.program.str.41, ptr %8, i32 %call21, ptr %9, i32 %10)
  %arraydecay32 = getelementptr inbounds [512 x i8], ptr %text26, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 305, ptr %arraydecay32)
  br label %return

if.end34:
  %cmp35 = icmp sgt i32 %call21, 1
  br i1 %cmp35, label %land.lhs.true, label %return

land.lhs.true:
  %11 = load i8, ptr %call1, align 1
  %conv = sext i8 %11 to i32
  %cmp36 = icmp eq i32 %conv, 84
  br i1 %cmp36, label %do.body39, label %return

do.body39:
  %arraydecay41 = getelementptr inbounds [512 x i8], ptr %text40, i32 0, i32 0
  %source42 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %12 = load ptr, ptr %source42, align 4
  %call43 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay41, i32 512, ptr @mlcc_rt.program.str.42, ptr %12)
  %arraydecay44 = getelementptr inbounds [512 x i8], ptr %text40, i32 0, i32 0
  call void @mlcc_rt.program.complain(i32 307, ptr %arraydecay44)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %do.body ], [ 1, %do.body25 ], [ 1, %do.body39 ], [ 1, %do.body11 ], [ 0, %land.lhs.true ], [ 0, %if.end34 ]
  ret i32 %retval.0
}

declare void @free(ptr)

define internal i64 @mlcc_rt.program.bytes_of(ptr %param, ptr %shape) {
entry:
  %bytes = alloca i64, align 8
  %bits = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 8
  %0 = load i8, ptr %bits, align 1
  %conv = zext i8 %0 to i32
  %div = sdiv i32 %conv, 8
  %conv1 = sext i32 %div to i64
  store i64 %conv1, ptr %bytes, align 8
  br label %for.cond

for.cond:
  %axis.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %1 = load i32, ptr %rank, align 4
  %cmp = icmp slt i32 %axis.0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds i64, ptr %shape, i32 %axis.0
  %2 = load i64, ptr %arrayidx, align 4
  %call = call i32 @mlcc_rt.program.multiply(ptr %bytes, i64 %2)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %for.inc, label %return

for.inc:
  %inc = add nsw i32 %axis.0, 1
  br label %for.cond

for.end:
  %3 = load i64, ptr %bytes, align 8
  br label %return

return:
  %retval.0 = phi i64 [ %3, %for.end ], [ -1, %for.body ]
  ret i64 %retval.0
}

declare i32 @fread(ptr, i32 signext, i32 signext, ptr)

declare i32 @fclose(ptr)

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

declare i32 @memcmp(ptr, ptr, i32 signext)

declare ptr @malloc(i32 signext)

define internal ptr @mlcc_rt.program.after(ptr %header, ptr %key) {
entry:
  %call = call ptr @strstr(ptr %header, ptr %key)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %call1 = call i32 @strlen(ptr %key)
  %add.ptr = getelementptr inbounds nuw i8, ptr %call, i32 %call1
  br label %while.cond

while.cond:
  %at.0 = phi ptr [ %add.ptr, %if.end ], [ %incdec.ptr, %while.body ]
  %0 = load i8, ptr %at.0, align 1
  %conv = sext i8 %0 to i32
  %cmp2 = icmp eq i32 %conv, 32
  br i1 %cmp2, label %while.body, label %lor.rhs

lor.rhs:
  %1 = load i8, ptr %at.0, align 1
  %conv4 = sext i8 %1 to i32
  %cmp5 = icmp eq i32 %conv4, 58
  br i1 %cmp5, label %while.body, label %return

while.body:
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %at.0, i32 1
  br label %while.cond

return:
  %retval.0 = phi ptr [ null, %entry ], [ %at.0, %lor.rhs ]
  ret ptr %retval.0
}

define internal i32 @mlcc_rt.program.is_type(ptr %given, ptr %wanted) {
entry:
  %call = call i32 @strlen(ptr %wanted)
  %arrayidx = getelementptr inbounds i8, ptr %given, i32 1
  %0 = load i8, ptr %arrayidx, align 1
  %conv = sext i8 %0 to i32
  %arrayidx1 = getelementptr inbounds i8, ptr %wanted, i32 0
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = sext i8 %1 to i32
  %cmp = icmp eq i32 %conv, %conv2
  br i1 %cmp, label %lor.end, label %lor.lhs.false

lor.lhs.false:
  %arrayidx4 = getelementptr inbounds i8, ptr %given, i32 1
  %2 = load i8, ptr %arrayidx4, align 1
  %conv5 = sext i8 %2 to i32
  %cmp6 = icmp eq i32 %conv5, 61
  br i1 %cmp6, label %lor.end, label %lor.rhs

lor.rhs:
  %arrayidx8 = getelementptr inbounds i8, ptr %given, i32 1
  %3 = load i8, ptr %arrayidx8, align 1
  %conv9 = sext i8 %3 to i32
  %cmp10 = icmp eq i32 %conv9, 124
  br i1 %cmp10, label %land.rhs, label %lor.end

land.rhs:
  %sub = sub i32 %call, 1
  %arrayidx12 = getelementptr inbounds nuw i8, ptr %wanted, i32 %sub
  %4 = load i8, ptr %arrayidx12, align 1
  %conv13 = sext i8 %4 to i32
  %cmp14 = icmp eq i32 %conv13, 49
  br label %lor.end

lor.end:
  %5 = phi i1 [ true, %lor.lhs.false ], [ true, %entry ], [ false, %lor.rhs ], [ %cmp14, %land.rhs ]
  %lor.ext = zext i1 %5 to i32
  %arrayidx16 = getelementptr inbounds i8, ptr %given, i32 0
  %6 = load i8, ptr %arrayidx16, align 1
  %conv17 = sext i8 %6 to i32
  %cmp18 = icmp eq i32 %conv17, 39
  br i1 %cmp18, label %land.lhs.true, label %lor.lhs.false20

lor.lhs.false20:
  %arrayidx21 = getelementptr inbounds i8, ptr %given, i32 0
  %7 = load i8, ptr %arrayidx21, align 1
  %conv22 = sext i8 %7 to i32
  %cmp23 = icmp eq i32 %conv22, 34
  %tobool = icmp ne i32 %lor.ext, 0
  %or.cond = select i1 %cmp23, i1 %tobool, i1 false
  br i1 %or.cond, label %land.lhs.true25, label %land.end38

land.lhs.true:
  %tobool.old = icmp ne i32 %lor.ext, 0
  br i1 %tobool.old, label %land.lhs.true25, label %land.end38

land.lhs.true25:
  %add.ptr = getelementptr inbounds i8, ptr %given, i32 2
  %add.ptr26 = getelementptr inbounds i8, ptr %wanted, i32 1
  %sub27 = sub i32 %call, 1
  %call28 = call i32 @strncmp(ptr %add.ptr, ptr %add.ptr26, i32 %sub27)
  %cmp29 = icmp eq i32 %call28, 0
  br i1 %cmp29, label %land.rhs31, label %land.end38

land.rhs31:
  %add = add i32 %call, 1
  %arrayidx32 = getelementptr inbounds nuw i8, ptr %given, i32 %add
  %8 = load i8, ptr %arrayidx32, align 1
  %conv33 = sext i8 %8 to i32
  %arrayidx34 = getelementptr inbounds i8, ptr %given, i32 0
  %9 = load i8, ptr %arrayidx34, align 1
  %conv35 = sext i8 %9 to i32
  %cmp36 = icmp eq i32 %conv33, %conv35
  br label %land.end38

land.end38:
  %10 = phi i1 [ false, %land.lhs.true25 ], [ false, %land.lhs.true ], [ false, %lor.lhs.false20 ], [ %cmp36, %land.rhs31 ]
  %land.ext = zext i1 %10 to i32
  ret i32 %land.ext
}

define internal i32 @mlcc_rt.program.read_shape(ptr %text, ptr %shape, i32 %rank) {
entry:
  %end = alloca ptr, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %text, i32 1
  %0 = load i8, ptr %text, align 1
  %conv = sext i8 %0 to i32
  %cmp = icmp ne i32 %conv, 40
  br i1 %cmp, label %return, label %for.cond

for.cond:
  %text.addr.0 = phi ptr [ %5, %if.end24 ], [ %incdec.ptr, %entry ]
  %count.0 = phi i32 [ %inc, %if.end24 ], [ 0, %entry ]
  br label %while.cond

while.cond:
  %text.addr.1 = phi ptr [ %text.addr.0, %for.cond ], [ %incdec.ptr8, %while.body ]
  %1 = load i8, ptr %text.addr.1, align 1
  %conv2 = sext i8 %1 to i32
  %cmp3 = icmp eq i32 %conv2, 32
  br i1 %cmp3, label %while.body, label %lor.rhs

lor.rhs:
  %2 = load i8, ptr %text.addr.1, align 1
  %conv5 = sext i8 %2 to i32
  %cmp6 = icmp eq i32 %conv5, 44
  br i1 %cmp6, label %while.body, label %while.end

while.body:
  %incdec.ptr8 = getelementptr inbounds nuw i8, ptr %text.addr.1, i32 1
  br label %while.cond

while.end:
  %3 = load i8, ptr %text.addr.1, align 1
  %conv9 = sext i8 %3 to i32
  %cmp10 = icmp eq i32 %conv9, 41
  br i1 %cmp10, label %return, label %if.end13

if.end13:
  %call = call i32 @strtol(ptr %text.addr.1, ptr %end, i32 10)
  %4 = load ptr, ptr %end, align 4
  %cmp14 = icmp eq ptr %4, %text.addr.1
  %cmp16 = icmp slt i32 %call, 0
  %or.cond = select i1 %cmp14, i1 true, i1 %cmp16
  br i1 %or.cond, label %return, label %if.end19

if.end19:
  %cmp20 = icmp slt i32 %count.0, %rank
  br i1 %cmp20, label %if.then22, label %if.end24

if.then22:
  %conv23 = sext i32 %call to i64
  %arrayidx = getelementptr inbounds i64, ptr %shape, i32 %count.0
  store i64 %conv23, ptr %arrayidx, align 4
  br label %if.end24

if.end24:
  %inc = add nsw i32 %count.0, 1
  %5 = load ptr, ptr %end, align 4
  br label %for.cond

return:
  %retval.0 = phi i32 [ %count.0, %while.end ], [ -1, %entry ], [ -1, %if.end13 ]
  ret i32 %retval.0
}

declare ptr @strstr(ptr, ptr)

define internal i32 @mlcc_rt.program.multiply(ptr %product, i64 %factor) {
entry:
  %cmp = icmp sge i64 %factor, 0
  br i1 %cmp, label %land.lhs.true, label %land.end

land.lhs.true:
  %0 = load i64, ptr %product, align 4
  %1 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %0, i64 %factor)
  %2 = extractvalue { i64, i1 } %1, 1
  %3 = extractvalue { i64, i1 } %1, 0
  store i64 %3, ptr %product, align 4
  br i1 %2, label %land.end, label %land.rhs

land.rhs:
  %4 = load i64, ptr %product, align 4
  %cmp1 = icmp sle i64 %4, 2147483647
  br label %land.end

land.end:
  %5 = phi i1 [ false, %land.lhs.true ], [ false, %entry ], [ %cmp1, %land.rhs ]
  %land.ext = zext i1 %5 to i32
  ret i32 %land.ext
}

declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)

declare i32 @posix_memalign(ptr, i32 signext, i32 signext)

define internal i32 @mlcc_rt.program.write_array(ptr %param, ptr %given, ptr %file) {
entry:
  %text = alloca [1024 x i8], align 1
  %head = alloca [10 x i8], align 1
  %arraydecay = getelementptr inbounds [1024 x i8], ptr %text, i32 0, i32 0
  %type = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 1
  %0 = load ptr, ptr %type, align 4
  %call = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %arraydecay, i32 1024, ptr @mlcc_rt.program.str.47, ptr %0)
  br label %for.cond

for.cond:
  %axis.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end14 ]
  %room.0 = phi i32 [ 0, %entry ], [ %cond, %cond.end14 ]
  %at.0 = phi i32 [ %call, %entry ], [ %add17, %cond.end14 ]
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %1 = load i32, ptr %rank, align 4
  %cmp = icmp slt i32 %axis.0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arraydecay1 = getelementptr inbounds [1024 x i8], ptr %text, i32 0, i32 0
  %add.ptr = getelementptr inbounds i8, ptr %arraydecay1, i32 %at.0
  %sub = sub i32 1024, %at.0
  %shape = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %2 = load ptr, ptr %shape, align 4
  %arrayidx = getelementptr inbounds i64, ptr %2, i32 %axis.0
  %3 = load i64, ptr %arrayidx, align 4
  %call2 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %add.ptr, i32 %sub, ptr @mlcc_rt.program.str.48, i64 %3)
  %cmp3 = icmp eq i32 %axis.0, 0
  %sub4 = sub nsw i32 21, %call2
  %cond = select i1 %cmp3, i32 %sub4, i32 %room.0
  %add = add nsw i32 %at.0, %call2
  %arraydecay5 = getelementptr inbounds [1024 x i8], ptr %text, i32 0, i32 0
  %add.ptr6 = getelementptr inbounds i8, ptr %arraydecay5, i32 %add
  %sub7 = sub i32 1024, %add
  %add8 = add nsw i32 %axis.0, 1
  %rank9 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %4 = load i32, ptr %rank9, align 4
  %cmp10 = icmp slt i32 %add8, %4
  br i1 %cmp10, label %cond.end14, label %cond.false12

cond.false12:
  %tobool = icmp ne i32 %axis.0, 0
  %cond13 = select i1 %tobool, ptr @mlcc_rt.program.str.11, ptr @mlcc_rt.program.str.49
  br label %cond.end14

cond.end14:
  %cond15 = phi ptr [ %cond13, %cond.false12 ], [ @mlcc_rt.program.str.19, %for.body ]
  %call16 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %add.ptr6, i32 %sub7, ptr @mlcc_rt.program.str.5, ptr %cond15)
  %add17 = add nsw i32 %add, %call16
  %inc = add nsw i32 %axis.0, 1
  br label %for.cond

for.end:
  %arraydecay18 = getelementptr inbounds [1024 x i8], ptr %text, i32 0, i32 0
  %add.ptr19 = getelementptr inbounds i8, ptr %arraydecay18, i32 %at.0
  %sub20 = sub i32 1024, %at.0
  %call21 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %add.ptr19, i32 %sub20, ptr @mlcc_rt.program.str.50)
  %add22 = add nsw i32 %at.0, %call21
  %add23 = add nsw i32 10, %add22
  %add24 = add nsw i32 %add23, %room.0
  %add25 = add nsw i32 %add24, 1
  %add26 = add nsw i32 %add25, 63
  %div = sdiv i32 %add26, 64
  %mul = mul nsw i32 %div, 64
  %sub27 = sub nsw i32 %mul, 10
  store i8 -109, ptr %head, align 1
  %arrayinit.element = getelementptr inbounds i8, ptr %head, i32 1
  store i8 78, ptr %arrayinit.element, align 1
  %arrayinit.element28 = getelementptr inbounds i8, ptr %head, i32 2
  store i8 85, ptr %arrayinit.element28, align 1
  %arrayinit.element29 = getelementptr inbounds i8, ptr %head, i32 3
  store i8 77, ptr %arrayinit.element29, align 1
  %arrayinit.element30 = getelementptr inbounds i8, ptr %head, i32 4
  store i8 80, ptr %arrayinit.element30, align 1
  %arrayinit.element31 = getelementptr inbounds i8, ptr %head, i32 5
  store i8 89, ptr %arrayinit.element31, align 1
  %arrayinit.element32 = getelementptr inbounds i8, ptr %head, i32 6
  store i8 1, ptr %arrayinit.element32, align 1
  %arrayinit.element33 = getelementptr inbounds i8, ptr %head, i32 7
  store i8 0, ptr %arrayinit.element33, align 1
  %arrayinit.element34 = getelementptr inbounds i8, ptr %head, i32 8
  %conv = trunc i32 %sub27 to i8
  store i8 %conv, ptr %arrayinit.element34, align 1
  %arrayinit.element35 = getelementptr inbounds i8, ptr %head, i32 9
  %shr = ashr i32 %sub27, 8
  %conv36 = trunc i32 %shr to i8
  store i8 %conv36, ptr %arrayinit.element35, align 1
  %shape37 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %5 = load ptr, ptr %shape37, align 4
  %call38 = call i64 @mlcc_rt.program.bytes_of(ptr %param, ptr %5)
  %conv39 = trunc i64 %call38 to i32
  %arraydecay40 = getelementptr inbounds [10 x i8], ptr %head, i32 0, i32 0
  %call41 = call i32 @fwrite(ptr %arraydecay40, i32 1, i32 10, ptr %file)
  %cmp42 = icmp eq i32 %call41, 10
  br i1 %cmp42, label %land.lhs.true, label %land.end

land.lhs.true:
  %arraydecay44 = getelementptr inbounds [1024 x i8], ptr %text, i32 0, i32 0
  %sub45 = sub nsw i32 %sub27, %add22
  %sub46 = sub nsw i32 %sub45, 1
  %call47 = call i32 (ptr, ptr, ...) @fprintf(ptr %file, ptr @mlcc_rt.program.str.51, ptr %arraydecay44, i32 %sub46, ptr @mlcc_rt.program.str.11)
  %cmp48 = icmp eq i32 %call47, %sub27
  br i1 %cmp48, label %land.rhs, label %land.end

land.rhs:
  %tensor = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 0
  %data = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 0
  %6 = load ptr, ptr %data, align 4
  %call50 = call i32 @fwrite(ptr %6, i32 1, i32 %conv39, ptr %file)
  %cmp51 = icmp eq i32 %call50, %conv39
  br label %land.end

land.end:
  %7 = phi i1 [ false, %land.lhs.true ], [ false, %for.end ], [ %cmp51, %land.rhs ]
  %land.ext = zext i1 %7 to i32
  ret i32 %land.ext
}

declare i32 @fwrite(ptr, i32 signext, i32 signext, ptr)

declare i32 @fprintf(ptr, ptr, ...)
