; Generated from program.c by mlcc.runtime.native.generate.

%struct.program = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i32, i32 }
%struct.program_param = type { ptr, ptr, ptr, i32, i32, i32, i32, i8, i8 }
%struct.argument = type { %struct.DLTensor, ptr, ptr, ptr }
%struct.DLTensor = type { ptr, %struct.DLDevice, i32, %struct.DLDataType, ptr, ptr, i64 }
%struct.DLDevice = type { i32, i32 }
%struct.DLDataType = type { i8, i8, i16 }

@mlcc_rt.program.own_name = internal global ptr null, align 8
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
  %arrayidx = getelementptr inbounds ptr, ptr %stack, i64 0
  %0 = load ptr, ptr %arrayidx, align 8
  %1 = ptrtoint ptr %0 to i64
  %conv = trunc i64 %1 to i32
  %add.ptr = getelementptr inbounds ptr, ptr %stack, i64 1
  %cmp = icmp sgt i32 %conv, 0
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:
  %arrayidx2 = getelementptr inbounds ptr, ptr %add.ptr, i64 0
  %2 = load ptr, ptr %arrayidx2, align 8
  br label %cond.end

cond.false:
  %function = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 0
  %3 = load ptr, ptr %function, align 8
  br label %cond.end

cond.end:
  %cond = phi ptr [ %2, %cond.true ], [ %3, %cond.false ]
  store ptr %cond, ptr @mlcc_rt.program.own_name, align 8
  %call = call i32 @mlcc_rt.program.begin(ptr %self, i32 %conv, ptr %add.ptr)
  call void @exit(i32 %call)
  unreachable
}

declare void @exit(i32 signext)

define internal i32 @mlcc_rt.program.begin(ptr %self, i32 %count, ptr %words) {
entry:
  %text = alloca [512 x i8], align 16
  %text66 = alloca [512 x i8], align 16
  %text97 = alloca [512 x i8], align 16
  %text110 = alloca [512 x i8], align 16
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 1, %entry ], [ %inc, %for.inc ]
  %cmp = icmp slt i32 %i.0, %count
  br i1 %cmp, label %for.body, label %for.cond37

for.body:
  %idxprom = sext i32 %i.0 to i64
  %arrayidx = getelementptr inbounds ptr, ptr %words, i64 %idxprom
  %0 = load ptr, ptr %arrayidx, align 8
  %call = call i32 @strcmp(ptr %0, ptr @mlcc_rt.program.str)
  %cmp1 = icmp eq i32 %call, 0
  br i1 %cmp1, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %idxprom2 = sext i32 %i.0 to i64
  %arrayidx3 = getelementptr inbounds ptr, ptr %words, i64 %idxprom2
  %1 = load ptr, ptr %arrayidx3, align 8
  %call4 = call i32 @strcmp(ptr %1, ptr @mlcc_rt.program.str.1)
  %cmp5 = icmp eq i32 %call4, 0
  br i1 %cmp5, label %if.then, label %if.end

if.then:
  %call6 = call i32 @mlcc_rt.program.help(ptr %self)
  br label %return

if.end:
  %idxprom7 = sext i32 %i.0 to i64
  %arrayidx8 = getelementptr inbounds ptr, ptr %words, i64 %idxprom7
  %2 = load ptr, ptr %arrayidx8, align 8
  %call9 = call i32 @strcmp(ptr %2, ptr @mlcc_rt.program.str.2)
  %cmp10 = icmp eq i32 %call9, 0
  br i1 %cmp10, label %if.then11, label %if.end16

if.then11:
  %description = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 6
  %3 = load ptr, ptr %description, align 8
  %call12 = call ptr %3()
  %call13 = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.3, ptr %call12)
  %call14 = call i32 @fflush(ptr null)
  %cmp15 = icmp eq i32 %call14, 0
  %cond = select i1 %cmp15, i32 0, i32 1
  br label %return

if.end16:
  %idxprom17 = sext i32 %i.0 to i64
  %arrayidx18 = getelementptr inbounds ptr, ptr %words, i64 %idxprom17
  %4 = load ptr, ptr %arrayidx18, align 8
  %call19 = call i32 @strcmp(ptr %4, ptr @mlcc_rt.program.str.4)
  %cmp20 = icmp eq i32 %call19, 0
  br i1 %cmp20, label %land.lhs.true, label %for.inc

land.lhs.true:
  %selftest = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 5
  %5 = load ptr, ptr %selftest, align 8
  %cmp21 = icmp ne ptr %5, null
  br i1 %cmp21, label %if.then22, label %for.inc

if.then22:
  %selftest23 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 5
  %6 = load ptr, ptr %selftest23, align 8
  %call24 = call i32 %6()
  %cmp25 = icmp ne i32 %call24, 0
  br i1 %cmp25, label %do.body, label %if.end30

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  %call27 = call ptr @mlcc_rt_message()
  %call28 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay, i64 512, ptr @mlcc_rt.program.str.5, ptr %call27)
  %arraydecay29 = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 394, ptr %arraydecay29)
  br label %return

if.end30:
  %7 = load ptr, ptr @mlcc_rt.program.own_name, align 8
  %call31 = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.6, ptr %7)
  %call32 = call i32 @fflush(ptr null)
  %cmp33 = icmp eq i32 %call32, 0
  %cond34 = select i1 %cmp33, i32 0, i32 1
  br label %return

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.cond37:
  %i36.0 = phi i32 [ %inc44, %for.body40 ], [ 0, %for.cond ]
  %axes.0 = phi i64 [ %add, %for.body40 ], [ 0, %for.cond ]
  %count38 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %8 = load i32, ptr %count38, align 8
  %cmp39 = icmp slt i32 %i36.0, %8
  br i1 %cmp39, label %for.body40, label %for.end45

for.body40:
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %9 = load ptr, ptr %params, align 8
  %idxprom41 = sext i32 %i36.0 to i64
  %arrayidx42 = getelementptr inbounds %struct.program_param, ptr %9, i64 %idxprom41
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx42, i32 0, i32 4
  %10 = load i32, ptr %rank, align 4
  %conv = sext i32 %10 to i64
  %add = add nsw i64 %axes.0, %conv
  %inc44 = add nsw i32 %i36.0, 1
  br label %for.cond37

for.end45:
  %count46 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %11 = load i32, ptr %count46, align 8
  %conv47 = sext i32 %11 to i64
  %add48 = add i64 %conv47, 1
  %call49 = call ptr @calloc(i64 %add48, i64 72)
  %count50 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %12 = load i32, ptr %count50, align 8
  %conv51 = sext i32 %12 to i64
  %add52 = add i64 %conv51, 1
  %call53 = call ptr @calloc(i64 %add52, i64 8)
  %add54 = add i64 %axes.0, 1
  %call55 = call ptr @calloc(i64 %add54, i64 8)
  %cmp56 = icmp eq ptr %call49, null
  %cmp59 = icmp eq ptr %call53, null
  %or.cond = select i1 %cmp56, i1 true, i1 %cmp59
  %cmp62 = icmp eq ptr %call55, null
  %or.cond39 = select i1 %or.cond, i1 true, i1 %cmp62
  br i1 %or.cond39, label %do.body65, label %for.cond73

do.body65:
  %arraydecay67 = getelementptr inbounds [512 x i8], ptr %text66, i64 0, i64 0
  %call68 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay67, i64 512, ptr @mlcc_rt.program.str.7)
  %arraydecay69 = getelementptr inbounds [512 x i8], ptr %text66, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 310, ptr %arraydecay69)
  br label %return

for.cond73:
  %shapes.0 = phi ptr [ %add.ptr, %for.body77 ], [ %call55, %for.end45 ]
  %i72.0 = phi i32 [ %inc85, %for.body77 ], [ 0, %for.end45 ]
  %count74 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %13 = load i32, ptr %count74, align 8
  %cmp75 = icmp slt i32 %i72.0, %13
  br i1 %cmp75, label %for.body77, label %for.end86

for.body77:
  %idxprom78 = sext i32 %i72.0 to i64
  %arrayidx79 = getelementptr inbounds %struct.argument, ptr %call49, i64 %idxprom78
  %shape = getelementptr inbounds nuw %struct.argument, ptr %arrayidx79, i32 0, i32 1
  store ptr %shapes.0, ptr %shape, align 8
  %params80 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %14 = load ptr, ptr %params80, align 8
  %idxprom81 = sext i32 %i72.0 to i64
  %arrayidx82 = getelementptr inbounds %struct.program_param, ptr %14, i64 %idxprom81
  %rank83 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx82, i32 0, i32 4
  %15 = load i32, ptr %rank83, align 4
  %idx.ext = sext i32 %15 to i64
  %add.ptr = getelementptr inbounds i64, ptr %shapes.0, i64 %idx.ext
  %inc85 = add nsw i32 %i72.0, 1
  br label %for.cond73

for.end86:
  %call87 = call i32 @mlcc_rt.program.parse(ptr %self, ptr %call49, i32 %count, ptr %words)
  %tobool = icmp ne i32 %call87, 0
  br i1 %tobool, label %return, label %if.end89

if.end89:
  %call90 = call i32 @mlcc_rt.program.reads(ptr %self, ptr %call49)
  %tobool91 = icmp ne i32 %call90, 0
  br i1 %tobool91, label %land.lhs.true92, label %if.end102

land.lhs.true92:
  %call93 = call i32 @isatty(i32 0)
  %tobool94 = icmp ne i32 %call93, 0
  br i1 %tobool94, label %do.body96, label %if.end102

do.body96:
  %arraydecay98 = getelementptr inbounds [512 x i8], ptr %text97, i64 0, i64 0
  %16 = load ptr, ptr @mlcc_rt.program.own_name, align 8
  %call99 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay98, i64 512, ptr @mlcc_rt.program.str.8, ptr %16)
  %arraydecay100 = getelementptr inbounds [512 x i8], ptr %text97, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay100)
  br label %return

if.end102:
  %call103 = call i32 @mlcc_rt.program.writes(ptr %self, ptr %call49)
  %tobool104 = icmp ne i32 %call103, 0
  br i1 %tobool104, label %land.lhs.true105, label %if.end115

land.lhs.true105:
  %call106 = call i32 @isatty(i32 1)
  %tobool107 = icmp ne i32 %call106, 0
  br i1 %tobool107, label %do.body109, label %if.end115

do.body109:
  %arraydecay111 = getelementptr inbounds [512 x i8], ptr %text110, i64 0, i64 0
  %17 = load ptr, ptr @mlcc_rt.program.own_name, align 8
  %call112 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay111, i64 512, ptr @mlcc_rt.program.str.9, ptr %17)
  %arraydecay113 = getelementptr inbounds [512 x i8], ptr %text110, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay113)
  br label %return

if.end115:
  %call116 = call i32 @mlcc_rt.program.run(ptr %self, ptr %call49, ptr %call53)
  br label %return

return:
  %retval.0 = phi i32 [ %call6, %if.then ], [ %cond, %if.then11 ], [ 1, %do.body ], [ %cond34, %if.end30 ], [ 1, %do.body65 ], [ %call116, %if.end115 ], [ 2, %do.body96 ], [ 2, %do.body109 ], [ %call87, %for.end86 ]
  ret i32 %retval.0
}

declare i32 @strcmp(ptr, ptr)

define internal i32 @mlcc_rt.program.help(ptr %self) {
entry:
  %0 = load ptr, ptr @mlcc_rt.program.own_name, align 8
  %selftest = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 5
  %1 = load ptr, ptr %selftest, align 8
  %cmp = icmp eq ptr %1, null
  %cond = select i1 %cmp, ptr @mlcc_rt.program.str.11, ptr @mlcc_rt.program.str.12
  %call = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.10, ptr %0, ptr %cond)
  %function = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 0
  %2 = load ptr, ptr %function, align 8
  %call1 = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.13, ptr %2)
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %count = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %3 = load i32, ptr %count, align 8
  %cmp2 = icmp slt i32 %i.0, %3
  br i1 %cmp2, label %for.body, label %for.end

for.body:
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %4 = load ptr, ptr %params, align 8
  %idxprom = sext i32 %i.0 to i64
  %arrayidx = getelementptr inbounds %struct.program_param, ptr %4, i64 %idxprom
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

declare i32 @snprintf(ptr, i64, ptr, ...)

declare ptr @mlcc_rt_message()

define internal void @mlcc_rt.program.complain(i32 %code, ptr %text) {
entry:
  %0 = load ptr, ptr @mlcc_rt.program.own_name, align 8
  %call = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @mlcc_rt.program.str.21, ptr %0, i32 %code, ptr %text)
  ret void
}

declare ptr @calloc(i64, i64)

define internal i32 @mlcc_rt.program.parse(ptr %self, ptr %args, i32 %count, ptr %words) {
entry:
  %path = alloca ptr, align 8
  %end = alloca ptr, align 8
  %text = alloca [512 x i8], align 16
  %text28 = alloca [512 x i8], align 16
  %text46 = alloca [512 x i8], align 16
  %text59 = alloca [512 x i8], align 16
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 1, %entry ], [ %inc74, %for.inc ]
  %cmp = icmp slt i32 %i.0, %count
  br i1 %cmp, label %for.body, label %return

for.body:
  %idxprom = sext i32 %i.0 to i64
  %arrayidx = getelementptr inbounds ptr, ptr %words, i64 %idxprom
  %0 = load ptr, ptr %arrayidx, align 8
  %call = call i32 @strcmp(ptr %0, ptr @mlcc_rt.program.str.22)
  %cmp1 = icmp eq i32 %call, 0
  %add = add nsw i32 %i.0, 1
  %cmp2 = icmp slt i32 %add, %count
  %or.cond = select i1 %cmp1, i1 %cmp2, i1 false
  br i1 %or.cond, label %if.then, label %if.end17

if.then:
  %inc = add nsw i32 %i.0, 1
  %idxprom3 = sext i32 %inc to i64
  %arrayidx4 = getelementptr inbounds ptr, ptr %words, i64 %idxprom3
  %1 = load ptr, ptr %arrayidx4, align 8
  %call5 = call i64 @strtol(ptr %1, ptr %end, i32 10)
  %2 = load ptr, ptr %end, align 8
  %3 = load i8, ptr %2, align 1
  %conv = sext i8 %3 to i32
  %tobool = icmp ne i32 %conv, 0
  %cmp6 = icmp slt i64 %call5, 1
  %or.cond29 = select i1 %tobool, i1 true, i1 %cmp6
  %cmp9 = icmp sgt i64 %call5, 65536
  %or.cond30 = select i1 %or.cond29, i1 true, i1 %cmp9
  br i1 %or.cond30, label %do.body, label %if.end

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  %idxprom12 = sext i32 %inc to i64
  %arrayidx13 = getelementptr inbounds ptr, ptr %words, i64 %idxprom12
  %4 = load ptr, ptr %arrayidx13, align 8
  %call14 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay, i64 512, ptr @mlcc_rt.program.str.23, ptr %4)
  %arraydecay15 = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay15)
  br label %return

if.end:
  %conv16 = trunc i64 %call5 to i32
  call void @mlcc_rt_set_num_threads(i32 %conv16)
  br label %for.inc

if.end17:
  %call18 = call i32 @strcmp(ptr %0, ptr @mlcc_rt.program.str.24)
  %cmp19 = icmp eq i32 %call18, 0
  %conv20 = zext i1 %cmp19 to i32
  %tobool21 = icmp ne i32 %conv20, 0
  br i1 %tobool21, label %land.lhs.true22, label %if.end33

land.lhs.true22:
  %inc23 = add nsw i32 %i.0, 1
  %cmp24 = icmp eq i32 %inc23, %count
  br i1 %cmp24, label %do.body27, label %if.end33

do.body27:
  %arraydecay29 = getelementptr inbounds [512 x i8], ptr %text28, i64 0, i64 0
  %call30 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay29, i64 512, ptr @mlcc_rt.program.str.25)
  %arraydecay31 = getelementptr inbounds [512 x i8], ptr %text28, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay31)
  br label %return

if.end33:
  %i.2 = phi i32 [ %inc23, %land.lhs.true22 ], [ %i.0, %if.end17 ]
  %tobool34 = icmp ne i32 %conv20, 0
  br i1 %tobool34, label %if.end51, label %land.lhs.true35

land.lhs.true35:
  %arrayidx36 = getelementptr inbounds i8, ptr %0, i64 0
  %5 = load i8, ptr %arrayidx36, align 1
  %conv37 = sext i8 %5 to i32
  %cmp38 = icmp eq i32 %conv37, 45
  br i1 %cmp38, label %land.lhs.true40, label %if.end51

land.lhs.true40:
  %arrayidx41 = getelementptr inbounds i8, ptr %0, i64 1
  %6 = load i8, ptr %arrayidx41, align 1
  %conv42 = sext i8 %6 to i32
  %tobool43 = icmp ne i32 %conv42, 0
  br i1 %tobool43, label %do.body45, label %if.end51

do.body45:
  %arraydecay47 = getelementptr inbounds [512 x i8], ptr %text46, i64 0, i64 0
  %call48 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay47, i64 512, ptr @mlcc_rt.program.str.26, ptr %0)
  %arraydecay49 = getelementptr inbounds [512 x i8], ptr %text46, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay49)
  br label %return

if.end51:
  %idxprom52 = sext i32 %i.2 to i64
  %arrayidx53 = getelementptr inbounds ptr, ptr %words, i64 %idxprom52
  %7 = load ptr, ptr %arrayidx53, align 8
  %call54 = call i32 @mlcc_rt.program.place(ptr %self, ptr %args, ptr %7, i32 %conv20, ptr %path)
  %cmp55 = icmp slt i32 %call54, 0
  br i1 %cmp55, label %do.body58, label %if.end67

do.body58:
  %arraydecay60 = getelementptr inbounds [512 x i8], ptr %text59, i64 0, i64 0
  %idxprom61 = sext i32 %i.2 to i64
  %arrayidx62 = getelementptr inbounds ptr, ptr %words, i64 %idxprom61
  %8 = load ptr, ptr %arrayidx62, align 8
  %tobool63 = icmp ne i32 %conv20, 0
  %cond = select i1 %tobool63, ptr @mlcc_rt.program.str.16, ptr @mlcc_rt.program.str.17
  %call64 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay60, i64 512, ptr @mlcc_rt.program.str.27, ptr %8, ptr %cond)
  %arraydecay65 = getelementptr inbounds [512 x i8], ptr %text59, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 390, ptr %arraydecay65)
  br label %return

if.end67:
  %9 = load ptr, ptr %path, align 8
  %tobool68 = icmp ne i32 %conv20, 0
  %idxprom69 = sext i32 %call54 to i64
  %arrayidx70 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom69
  %target = getelementptr inbounds nuw %struct.argument, ptr %arrayidx70, i32 0, i32 3
  %idxprom71 = sext i32 %call54 to i64
  %arrayidx72 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom71
  %source = getelementptr inbounds nuw %struct.argument, ptr %arrayidx72, i32 0, i32 2
  %cond73 = select i1 %tobool68, ptr %target, ptr %source
  store ptr %9, ptr %cond73, align 8
  br label %for.inc

for.inc:
  %i.1 = phi i32 [ %inc, %if.end ], [ %i.2, %if.end67 ]
  %inc74 = add nsw i32 %i.1, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 2, %do.body ], [ 2, %do.body27 ], [ 2, %do.body58 ], [ 2, %do.body45 ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.program.reads(ptr %self, ptr %args) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %count = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %0 = load i32, ptr %count, align 8
  %cmp = icmp slt i32 %i.0, %0
  br i1 %cmp, label %for.body, label %return

for.body:
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %1 = load ptr, ptr %params, align 8
  %idxprom = sext i32 %i.0 to i64
  %arrayidx = getelementptr inbounds %struct.program_param, ptr %1, i64 %idxprom
  %role = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 3
  %2 = load i32, ptr %role, align 8
  %cmp1 = icmp ne i32 %2, 1
  br i1 %cmp1, label %land.lhs.true, label %for.inc

land.lhs.true:
  %idxprom2 = sext i32 %i.0 to i64
  %arrayidx3 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom2
  %source = getelementptr inbounds nuw %struct.argument, ptr %arrayidx3, i32 0, i32 2
  %3 = load ptr, ptr %source, align 8
  %cmp4 = icmp eq ptr %3, null
  br i1 %cmp4, label %return, label %lor.lhs.false

lor.lhs.false:
  %idxprom5 = sext i32 %i.0 to i64
  %arrayidx6 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom5
  %source7 = getelementptr inbounds nuw %struct.argument, ptr %arrayidx6, i32 0, i32 2
  %4 = load ptr, ptr %source7, align 8
  %call = call i32 @strcmp(ptr %4, ptr @mlcc_rt.program.str.28)
  %cmp8 = icmp eq i32 %call, 0
  br i1 %cmp8, label %return, label %for.inc

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
  %0 = load i32, ptr %count, align 8
  %cmp = icmp slt i32 %i.0, %0
  br i1 %cmp, label %for.body, label %return

for.body:
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %1 = load ptr, ptr %params, align 8
  %idxprom = sext i32 %i.0 to i64
  %arrayidx = getelementptr inbounds %struct.program_param, ptr %1, i64 %idxprom
  %role = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 3
  %2 = load i32, ptr %role, align 8
  %cmp1 = icmp ne i32 %2, 0
  br i1 %cmp1, label %land.lhs.true, label %for.inc

land.lhs.true:
  %idxprom2 = sext i32 %i.0 to i64
  %arrayidx3 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom2
  %target = getelementptr inbounds nuw %struct.argument, ptr %arrayidx3, i32 0, i32 3
  %3 = load ptr, ptr %target, align 8
  %cmp4 = icmp eq ptr %3, null
  br i1 %cmp4, label %return, label %for.inc

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
  %0 = load i32, ptr %count, align 8
  %cmp = icmp slt i32 %i.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %idxprom = sext i32 %i.0 to i64
  %arrayidx = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom
  %tensor = getelementptr inbounds nuw %struct.argument, ptr %arrayidx, i32 0, i32 0
  %idxprom2 = sext i32 %i.0 to i64
  %arrayidx3 = getelementptr inbounds ptr, ptr %tensors, i64 %idxprom2
  store ptr %tensor, ptr %arrayidx3, align 8
  %idxprom4 = sext i32 %i.0 to i64
  %arrayidx5 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom4
  %shape = getelementptr inbounds nuw %struct.argument, ptr %arrayidx5, i32 0, i32 1
  %1 = load ptr, ptr %shape, align 8
  %idxprom6 = sext i32 %i.0 to i64
  %arrayidx7 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom6
  %tensor8 = getelementptr inbounds nuw %struct.argument, ptr %arrayidx7, i32 0, i32 0
  %shape9 = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor8, i32 0, i32 4
  store ptr %1, ptr %shape9, align 8
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %2 = load ptr, ptr %params, align 8
  %idxprom10 = sext i32 %i.0 to i64
  %arrayidx11 = getelementptr inbounds %struct.program_param, ptr %2, i64 %idxprom10
  %role = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx11, i32 0, i32 3
  %3 = load i32, ptr %role, align 8
  %cmp12 = icmp eq i32 %3, 1
  br i1 %cmp12, label %for.inc, label %if.end

if.end:
  %idxprom13 = sext i32 %i.0 to i64
  %arrayidx14 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom13
  %source = getelementptr inbounds nuw %struct.argument, ptr %arrayidx14, i32 0, i32 2
  %4 = load ptr, ptr %source, align 8
  %cmp15 = icmp eq ptr %4, null
  br i1 %cmp15, label %cond.end, label %cond.false

cond.false:
  %idxprom16 = sext i32 %i.0 to i64
  %arrayidx17 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom16
  %source18 = getelementptr inbounds nuw %struct.argument, ptr %arrayidx17, i32 0, i32 2
  %5 = load ptr, ptr %source18, align 8
  br label %cond.end

cond.end:
  %cond = phi ptr [ %5, %cond.false ], [ @mlcc_rt.program.str.28, %if.end ]
  %idxprom19 = sext i32 %i.0 to i64
  %arrayidx20 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom19
  %source21 = getelementptr inbounds nuw %struct.argument, ptr %arrayidx20, i32 0, i32 2
  store ptr %cond, ptr %source21, align 8
  %params22 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %6 = load ptr, ptr %params22, align 8
  %idxprom23 = sext i32 %i.0 to i64
  %arrayidx24 = getelementptr inbounds %struct.program_param, ptr %6, i64 %idxprom23
  %idxprom25 = sext i32 %i.0 to i64
  %arrayidx26 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom25
  %call27 = call i32 @mlcc_rt.program.read_input(ptr %arrayidx24, ptr %arrayidx26, ptr %call)
  %tobool = icmp ne i32 %call27, 0
  br i1 %tobool, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %extents = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 3
  %7 = load ptr, ptr %extents, align 8
  call void %7(ptr %tensors)
  br label %for.cond31

for.cond31:
  %i30.0 = phi i32 [ 0, %for.end ], [ %inc55, %for.inc54 ]
  %count32 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %8 = load i32, ptr %count32, align 8
  %cmp33 = icmp slt i32 %i30.0, %8
  br i1 %cmp33, label %for.body34, label %for.end56

for.body34:
  %params36 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %9 = load ptr, ptr %params36, align 8
  %idxprom37 = sext i32 %i30.0 to i64
  %arrayidx38 = getelementptr inbounds %struct.program_param, ptr %9, i64 %idxprom37
  %role39 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx38, i32 0, i32 3
  %10 = load i32, ptr %role39, align 8
  %cmp40 = icmp eq i32 %10, 1
  br i1 %cmp40, label %cond.true41, label %cond.end49

cond.true41:
  %params42 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %11 = load ptr, ptr %params42, align 8
  %idxprom43 = sext i32 %i30.0 to i64
  %arrayidx44 = getelementptr inbounds %struct.program_param, ptr %11, i64 %idxprom43
  %idxprom45 = sext i32 %i30.0 to i64
  %arrayidx46 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom45
  %call47 = call i32 @mlcc_rt.program.allocate(ptr %arrayidx44, ptr %arrayidx46)
  br label %cond.end49

cond.end49:
  %cond50 = phi i32 [ %call47, %cond.true41 ], [ 0, %for.body34 ]
  %tobool51 = icmp ne i32 %cond50, 0
  br i1 %tobool51, label %return, label %for.inc54

for.inc54:
  %inc55 = add nsw i32 %i30.0, 1
  br label %for.cond31

for.end56:
  %entry57 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 2
  %12 = load ptr, ptr %entry57, align 8
  %count58 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %13 = load i32, ptr %count58, align 8
  %call59 = call i32 %12(ptr %tensors, i32 %13)
  %cmp60 = icmp ne i32 %call59, 0
  br i1 %cmp60, label %if.then61, label %if.end72

if.then61:
  %cmp62 = icmp sgt i32 %call59, 0
  br i1 %cmp62, label %land.lhs.true, label %cond.end69

land.lhs.true:
  %codes = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 9
  %14 = load i32, ptr %codes, align 4
  %cmp63 = icmp slt i32 %call59, %14
  br i1 %cmp63, label %cond.true64, label %cond.end69

cond.true64:
  %code65 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 7
  %15 = load ptr, ptr %code65, align 8
  %idxprom66 = sext i32 %call59 to i64
  %arrayidx67 = getelementptr inbounds i32, ptr %15, i64 %idxprom66
  %16 = load i32, ptr %arrayidx67, align 4
  br label %cond.end69

cond.end69:
  %cond70 = phi i32 [ %16, %cond.true64 ], [ 312, %land.lhs.true ], [ 312, %if.then61 ]
  %call71 = call ptr @mlcc_rt_message()
  call void @mlcc_rt.program.complain(i32 %cond70, ptr %call71)
  br label %return

if.end72:
  %results = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 4
  %17 = load ptr, ptr %results, align 8
  call void %17(ptr %tensors)
  br label %for.cond74

for.cond74:
  %i73.0 = phi i32 [ 0, %if.end72 ], [ %inc98, %for.inc97 ]
  %count75 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %18 = load i32, ptr %count75, align 8
  %cmp76 = icmp slt i32 %i73.0, %18
  br i1 %cmp76, label %for.body77, label %return

for.body77:
  %params79 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %19 = load ptr, ptr %params79, align 8
  %idxprom80 = sext i32 %i73.0 to i64
  %arrayidx81 = getelementptr inbounds %struct.program_param, ptr %19, i64 %idxprom80
  %role82 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx81, i32 0, i32 3
  %20 = load i32, ptr %role82, align 8
  %cmp83 = icmp eq i32 %20, 0
  br i1 %cmp83, label %cond.end92, label %cond.false85

cond.false85:
  %params86 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %21 = load ptr, ptr %params86, align 8
  %idxprom87 = sext i32 %i73.0 to i64
  %arrayidx88 = getelementptr inbounds %struct.program_param, ptr %21, i64 %idxprom87
  %idxprom89 = sext i32 %i73.0 to i64
  %arrayidx90 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom89
  %call91 = call i32 @mlcc_rt.program.write_output(ptr %arrayidx88, ptr %arrayidx90, ptr %call1)
  br label %cond.end92

cond.end92:
  %cond93 = phi i32 [ %call91, %cond.false85 ], [ 0, %for.body77 ]
  %tobool94 = icmp ne i32 %cond93, 0
  br i1 %tobool94, label %return, label %for.inc97

for.inc97:
  %inc98 = add nsw i32 %i73.0, 1
  br label %for.cond74

return:
  %retval.0 = phi i32 [ %cond93, %cond.end92 ], [ %call27, %cond.end ], [ 1, %cond.end69 ], [ %cond50, %cond.end49 ], [ 0, %for.cond74 ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.program.describe(ptr %param) {
entry:
  %role = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 3
  %0 = load i32, ptr %role, align 8
  %cmp = icmp eq i32 %0, 1
  %cond = select i1 %cmp, ptr @mlcc_rt.program.str.16, ptr @mlcc_rt.program.str.17
  %name = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %1 = load ptr, ptr %name, align 8
  %type = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 1
  %2 = load ptr, ptr %type, align 8
  %call = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.15, ptr %cond, ptr %1, ptr %2)
  %shape1 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 2
  %3 = load ptr, ptr %shape1, align 8
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
  %call5 = call i64 @strlen(ptr %shape.0)
  %add = add i64 %call5, 1
  %add.ptr = getelementptr inbounds nuw i8, ptr %shape.0, i64 %add
  %inc = add nsw i32 %axis.0, 1
  br label %for.cond

for.end:
  %call6 = call i32 (ptr, ...) @printf(ptr @mlcc_rt.program.str.20)
  ret void
}

declare i64 @strlen(ptr)

declare i32 @dprintf(i32 signext, ptr, ...)

declare i64 @strtol(ptr, ptr, i32 signext)

declare void @mlcc_rt_set_num_threads(i32)

define internal i32 @mlcc_rt.program.place(ptr %self, ptr %args, ptr %word, i32 %output, ptr %path) {
entry:
  %call = call ptr @strchr(ptr %word, i32 61)
  store ptr %word, ptr %path, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp ne ptr %call, null
  br i1 %cmp, label %land.rhs, label %for.end

land.rhs:
  %count = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %0 = load i32, ptr %count, align 8
  %cmp1 = icmp slt i32 %i.0, %0
  br i1 %cmp1, label %for.body, label %for.end

for.body:
  %sub.ptr.lhs.cast = ptrtoint ptr %call to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %word to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %params = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %1 = load ptr, ptr %params, align 8
  %idxprom = sext i32 %i.0 to i64
  %arrayidx = getelementptr inbounds %struct.program_param, ptr %1, i64 %idxprom
  %name = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx, i32 0, i32 0
  %2 = load ptr, ptr %name, align 8
  %call2 = call i64 @strlen(ptr %2)
  %cmp3 = icmp eq i64 %call2, %sub.ptr.sub
  br i1 %cmp3, label %land.lhs.true, label %for.inc

land.lhs.true:
  %params4 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %3 = load ptr, ptr %params4, align 8
  %idxprom5 = sext i32 %i.0 to i64
  %arrayidx6 = getelementptr inbounds %struct.program_param, ptr %3, i64 %idxprom5
  %name7 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx6, i32 0, i32 0
  %4 = load ptr, ptr %name7, align 8
  %call8 = call i32 @strncmp(ptr %4, ptr %word, i64 %sub.ptr.sub)
  %cmp9 = icmp eq i32 %call8, 0
  br i1 %cmp9, label %land.lhs.true10, label %for.inc

land.lhs.true10:
  %params11 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %5 = load ptr, ptr %params11, align 8
  %idxprom12 = sext i32 %i.0 to i64
  %arrayidx13 = getelementptr inbounds %struct.program_param, ptr %5, i64 %idxprom12
  %role = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx13, i32 0, i32 3
  %6 = load i32, ptr %role, align 8
  %cmp14 = icmp eq i32 %6, 1
  %conv = zext i1 %cmp14 to i32
  %cmp15 = icmp eq i32 %conv, %output
  br i1 %cmp15, label %if.then, label %for.inc

if.then:
  %add.ptr = getelementptr inbounds i8, ptr %call, i64 1
  store ptr %add.ptr, ptr %path, align 8
  br label %return

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  br label %for.cond18

for.cond18:
  %i17.0 = phi i32 [ 0, %for.end ], [ %inc51, %for.inc50 ]
  %count19 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 8
  %7 = load i32, ptr %count19, align 8
  %cmp20 = icmp slt i32 %i17.0, %7
  br i1 %cmp20, label %for.body22, label %return

for.body22:
  %tobool = icmp ne i32 %output, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %idxprom23 = sext i32 %i17.0 to i64
  %arrayidx24 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom23
  %target = getelementptr inbounds nuw %struct.argument, ptr %arrayidx24, i32 0, i32 3
  %8 = load ptr, ptr %target, align 8
  %cmp25 = icmp eq ptr %8, null
  %conv26 = zext i1 %cmp25 to i32
  br label %cond.end

cond.false:
  %idxprom27 = sext i32 %i17.0 to i64
  %arrayidx28 = getelementptr inbounds %struct.argument, ptr %args, i64 %idxprom27
  %source = getelementptr inbounds nuw %struct.argument, ptr %arrayidx28, i32 0, i32 2
  %9 = load ptr, ptr %source, align 8
  %cmp29 = icmp eq ptr %9, null
  %conv30 = zext i1 %cmp29 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv26, %cond.true ], [ %conv30, %cond.false ]
  %tobool31 = icmp ne i32 %cond, 0
  br i1 %tobool31, label %land.lhs.true32, label %for.inc50

land.lhs.true32:
  %tobool33 = icmp ne i32 %output, 0
  br i1 %tobool33, label %cond.true34, label %cond.false41

cond.true34:
  %params35 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %10 = load ptr, ptr %params35, align 8
  %idxprom36 = sext i32 %i17.0 to i64
  %arrayidx37 = getelementptr inbounds %struct.program_param, ptr %10, i64 %idxprom36
  %role38 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx37, i32 0, i32 3
  %11 = load i32, ptr %role38, align 8
  %cmp39 = icmp ne i32 %11, 0
  br i1 %cmp39, label %return, label %for.inc50

cond.false41:
  %params42 = getelementptr inbounds nuw %struct.program, ptr %self, i32 0, i32 1
  %12 = load ptr, ptr %params42, align 8
  %idxprom43 = sext i32 %i17.0 to i64
  %arrayidx44 = getelementptr inbounds %struct.program_param, ptr %12, i64 %idxprom43
  %role45 = getelementptr inbounds nuw %struct.program_param, ptr %arrayidx44, i32 0, i32 3
  %13 = load i32, ptr %role45, align 8
  %cmp46 = icmp ne i32 %13, 1
  br i1 %cmp46, label %return, label %for.inc50

for.inc50:
  %inc51 = add nsw i32 %i17.0, 1
  br label %for.cond18

return:
  %retval.0 = phi i32 [ %i.0, %if.then ], [ %i17.0, %cond.true34 ], [ %i17.0, %cond.false41 ], [ -1, %for.cond18 ]
  ret i32 %retval.0
}

declare ptr @strchr(ptr, i32 signext)

declare i32 @strncmp(ptr, ptr, i64)

declare ptr @fdopen(i32 signext, ptr)

define internal i32 @mlcc_rt.program.read_input(ptr %param, ptr %given, ptr %input) {
entry:
  %text = alloca [512 x i8], align 16
  %text13 = alloca [512 x i8], align 16
  %text41 = alloca [512 x i8], align 16
  %source = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %0 = load ptr, ptr %source, align 8
  %call = call i32 @strcmp(ptr %0, ptr @mlcc_rt.program.str.28)
  %cmp = icmp ne i32 %call, 0
  %conv = zext i1 %cmp to i32
  %tobool = icmp ne i32 %conv, 0
  br i1 %tobool, label %cond.true, label %cond.end

cond.true:
  %source1 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %1 = load ptr, ptr %source1, align 8
  %call2 = call ptr @fopen(ptr %1, ptr @mlcc_rt.program.str.29)
  br label %cond.end

cond.end:
  %cond = phi ptr [ %call2, %cond.true ], [ %input, %entry ]
  %cmp3 = icmp eq ptr %cond, null
  br i1 %cmp3, label %do.body, label %if.end

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  %source5 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %2 = load ptr, ptr %source5, align 8
  %call6 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay, i64 512, ptr @mlcc_rt.program.str.31, ptr %2)
  %arraydecay7 = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 391, ptr %arraydecay7)
  br label %return

if.end:
  %call8 = call ptr @mlcc_rt.program.read_header(ptr %cond)
  %cmp9 = icmp eq ptr %call8, null
  br i1 %cmp9, label %do.body12, label %if.end24

do.body12:
  %arraydecay14 = getelementptr inbounds [512 x i8], ptr %text13, i64 0, i64 0
  %tobool15 = icmp ne i32 %conv, 0
  br i1 %tobool15, label %cond.true16, label %cond.end19

cond.true16:
  %source17 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %3 = load ptr, ptr %source17, align 8
  br label %cond.end19

cond.end19:
  %cond20 = phi ptr [ %3, %cond.true16 ], [ @mlcc_rt.program.str.33, %do.body12 ]
  %name = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %4 = load ptr, ptr %name, align 8
  %call21 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay14, i64 512, ptr @mlcc_rt.program.str.32, ptr %cond20, ptr %4)
  %arraydecay22 = getelementptr inbounds [512 x i8], ptr %text13, i64 0, i64 0
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
  %5 = load ptr, ptr %shape, align 8
  %call35 = call i64 @mlcc_rt.program.bytes_of(ptr %param, ptr %5)
  %tensor = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 0
  %data = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 0
  %6 = load ptr, ptr %data, align 8
  %call36 = call i64 @fread(ptr %6, i64 1, i64 %call35, ptr %cond)
  %cmp37 = icmp ne i64 %call36, %call35
  br i1 %cmp37, label %do.body40, label %if.end53

do.body40:
  %arraydecay42 = getelementptr inbounds [512 x i8], ptr %text41, i64 0, i64 0
  %tobool43 = icmp ne i32 %conv, 0
  br i1 %tobool43, label %cond.true44, label %cond.end47

cond.true44:
  %source45 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %7 = load ptr, ptr %source45, align 8
  br label %cond.end47

cond.end47:
  %cond48 = phi ptr [ %7, %cond.true44 ], [ @mlcc_rt.program.str.33, %do.body40 ]
  %name49 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %8 = load ptr, ptr %name49, align 8
  %call50 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay42, i64 512, ptr @mlcc_rt.program.str.34, ptr %cond48, i64 %call35, ptr %8)
  %arraydecay51 = getelementptr inbounds [512 x i8], ptr %text41, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 392, ptr %arraydecay51)
  br label %return

if.end53:
  %tobool54 = icmp ne i32 %conv, 0
  br i1 %tobool54, label %if.then55, label %return

if.then55:
  %call56 = call i32 @fclose(ptr %cond)
  br label %return

return:
  %retval.0 = phi i32 [ 1, %do.body ], [ 1, %cond.end19 ], [ %cond31, %cond.end30 ], [ 1, %cond.end47 ], [ 0, %if.then55 ], [ 0, %if.end53 ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.program.allocate(ptr %param, ptr %given) {
entry:
  %block = alloca ptr, align 8
  %text = alloca [512 x i8], align 16
  %shape = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %0 = load ptr, ptr %shape, align 8
  %call = call i64 @mlcc_rt.program.bytes_of(ptr %param, ptr %0)
  store ptr null, ptr %block, align 8
  %cmp = icmp slt i64 %call, 0
  br i1 %cmp, label %do.body, label %lor.lhs.false

lor.lhs.false:
  %cmp1 = icmp sgt i64 %call, 0
  %call. = select i1 %cmp1, i64 %call, i64 1
  %call2 = call i32 @posix_memalign(ptr %block, i64 64, i64 %call.)
  %cmp3 = icmp ne i32 %call2, 0
  br i1 %cmp3, label %do.body, label %if.end

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  %name = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %1 = load ptr, ptr %name, align 8
  %call4 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay, i64 512, ptr @mlcc_rt.program.str.43, ptr %1)
  %arraydecay5 = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 310, ptr %arraydecay5)
  br label %return

if.end:
  %tensor = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 0
  %2 = load ptr, ptr %block, align 8
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %3 = load i32, ptr %rank, align 4
  %code6 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 7
  %4 = load i8, ptr %code6, align 8
  %bits7 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 8
  %5 = load i8, ptr %bits7, align 1
  %shape9 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %6 = load ptr, ptr %shape9, align 8
  store ptr %2, ptr %tensor, align 8
  %.compoundliteral.sroa.2.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i64 8
  store i32 1, ptr %.compoundliteral.sroa.2.0.tensor.sroa_idx, align 8
  %.compoundliteral.sroa.3.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i64 12
  store i32 0, ptr %.compoundliteral.sroa.3.0.tensor.sroa_idx, align 4
  %.compoundliteral.sroa.4.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i64 16
  store i32 %3, ptr %.compoundliteral.sroa.4.0.tensor.sroa_idx, align 8
  %.compoundliteral.sroa.5.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i64 20
  store i8 %4, ptr %.compoundliteral.sroa.5.0.tensor.sroa_idx, align 4
  %.compoundliteral.sroa.6.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i64 21
  store i8 %5, ptr %.compoundliteral.sroa.6.0.tensor.sroa_idx, align 1
  %.compoundliteral.sroa.7.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i64 22
  store i16 1, ptr %.compoundliteral.sroa.7.0.tensor.sroa_idx, align 2
  %.compoundliteral.sroa.8.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i64 24
  store ptr %6, ptr %.compoundliteral.sroa.8.0.tensor.sroa_idx, align 8
  %.compoundliteral.sroa.9.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i64 32
  store ptr null, ptr %.compoundliteral.sroa.9.0.tensor.sroa_idx, align 8
  %.compoundliteral.sroa.10.0.tensor.sroa_idx = getelementptr inbounds i8, ptr %tensor, i64 40
  store i64 0, ptr %.compoundliteral.sroa.10.0.tensor.sroa_idx, align 8
  br label %return

return:
  %retval.0 = phi i32 [ 1, %do.body ], [ 0, %if.end ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.program.write_output(ptr %param, ptr %given, ptr %output) {
entry:
  %text = alloca [512 x i8], align 16
  %text24 = alloca [512 x i8], align 16
  %target = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 3
  %0 = load ptr, ptr %target, align 8
  %cmp = icmp eq ptr %0, null
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %target1 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 3
  %1 = load ptr, ptr %target1, align 8
  %call = call ptr @fopen(ptr %1, ptr @mlcc_rt.program.str.30)
  br label %cond.end

cond.end:
  %cond = phi ptr [ %call, %cond.false ], [ %output, %entry ]
  %target2 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 3
  %2 = load ptr, ptr %target2, align 8
  %cmp3 = icmp eq ptr %2, null
  br i1 %cmp3, label %cond.end7, label %cond.false5

cond.false5:
  %target6 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 3
  %3 = load ptr, ptr %target6, align 8
  br label %cond.end7

cond.end7:
  %cond8 = phi ptr [ %3, %cond.false5 ], [ @mlcc_rt.program.str.44, %cond.end ]
  %cmp9 = icmp eq ptr %cond, null
  br i1 %cmp9, label %do.body, label %if.end

do.body:
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  %call10 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay, i64 512, ptr @mlcc_rt.program.str.45, ptr %cond8)
  %arraydecay11 = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 393, ptr %arraydecay11)
  br label %return

if.end:
  %call12 = call i32 @mlcc_rt.program.write_array(ptr %param, ptr %given, ptr %cond)
  %target13 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 3
  %4 = load ptr, ptr %target13, align 8
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
  %arraydecay25 = getelementptr inbounds [512 x i8], ptr %text24, i64 0, i64 0
  %call26 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay25, i64 512, ptr @mlcc_rt.program.str.46, ptr %cond8)
  %arraydecay27 = getelementptr inbounds [512 x i8], ptr %text24, i64 0, i64 0
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
  call void @llvm.memset.p0.i64(ptr align 1 %size, i8 0, i64 4, i1 false)
  %arraydecay = getelementptr inbounds [8 x i8], ptr %head, i64 0, i64 0
  %call = call i64 @fread(ptr %arraydecay, i64 1, i64 8, ptr %file)
  %cmp = icmp ne i64 %call, 8
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arraydecay1 = getelementptr inbounds [8 x i8], ptr %head, i64 0, i64 0
  %call2 = call i32 @memcmp(ptr %arraydecay1, ptr @mlcc_rt.program.str.35, i64 6)
  %cmp3 = icmp ne i32 %call2, 0
  %arrayidx = getelementptr inbounds [8 x i8], ptr %head, i64 0, i64 6
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp5 = icmp slt i32 %conv, 1
  %or.cond = select i1 %cmp3, i1 true, i1 %cmp5
  %arrayidx8 = getelementptr inbounds [8 x i8], ptr %head, i64 0, i64 6
  %1 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %1 to i32
  %cmp10 = icmp sgt i32 %conv9, 3
  %or.cond12 = select i1 %or.cond, i1 true, i1 %cmp10
  br i1 %or.cond12, label %return, label %if.end

if.end:
  %arrayidx12 = getelementptr inbounds [8 x i8], ptr %head, i64 0, i64 6
  %2 = load i8, ptr %arrayidx12, align 1
  %conv13 = zext i8 %2 to i32
  %cmp14 = icmp eq i32 %conv13, 1
  %cond = select i1 %cmp14, i32 2, i32 4
  %conv16 = sext i32 %cond to i64
  %arraydecay17 = getelementptr inbounds [4 x i8], ptr %size, i64 0, i64 0
  %call18 = call i64 @fread(ptr %arraydecay17, i64 1, i64 %conv16, ptr %file)
  %cmp19 = icmp ne i64 %call18, %conv16
  br i1 %cmp19, label %return, label %if.end22

if.end22:
  %arrayidx23 = getelementptr inbounds [4 x i8], ptr %size, i64 0, i64 0
  %3 = load i8, ptr %arrayidx23, align 1
  %conv24 = zext i8 %3 to i32
  %arrayidx25 = getelementptr inbounds [4 x i8], ptr %size, i64 0, i64 1
  %4 = load i8, ptr %arrayidx25, align 1
  %conv26 = zext i8 %4 to i32
  %shl = shl i32 %conv26, 8
  %or = or i32 %conv24, %shl
  %arrayidx27 = getelementptr inbounds [4 x i8], ptr %size, i64 0, i64 2
  %5 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %5 to i32
  %shl29 = shl i32 %conv28, 16
  %or30 = or i32 %or, %shl29
  %arrayidx31 = getelementptr inbounds [4 x i8], ptr %size, i64 0, i64 3
  %6 = load i8, ptr %arrayidx31, align 1
  %conv32 = zext i8 %6 to i32
  %shl33 = shl i32 %conv32, 24
  %or34 = or i32 %or30, %shl33
  %cmp35 = icmp ult i32 %or34, 1048576
  br i1 %cmp35, label %cond.true, label %cond.end

cond.true:
  %add = add i32 %or34, 1
  %conv37 = zext i32 %add to i64
  %call38 = call ptr @malloc(i64 %conv37)
  br label %cond.end

cond.end:
  %cond39 = phi ptr [ %call38, %cond.true ], [ null, %if.end22 ]
  %cmp40 = icmp eq ptr %cond39, null
  br i1 %cmp40, label %return, label %if.end43

if.end43:
  %conv44 = zext i32 %or34 to i64
  %call45 = call i64 @fread(ptr %cond39, i64 1, i64 %conv44, ptr %file)
  %conv46 = zext i32 %or34 to i64
  %cmp47 = icmp ne i64 %call45, %conv46
  br i1 %cmp47, label %if.then49, label %if.end50

if.then49:
  call void @free(ptr %cond39)
  br label %return

if.end50:
  %idxprom = zext i32 %or34 to i64
  %arrayidx51 = getelementptr inbounds nuw i8, ptr %cond39, i64 %idxprom
  store i8 0, ptr %arrayidx51, align 1
  br label %return

return:
  %retval.0 = phi ptr [ %cond39, %if.end50 ], [ null, %entry ], [ null, %if.end ], [ null, %if.then49 ], [ null, %lor.lhs.false ], [ null, %cond.end ]
  ret ptr %retval.0
}

define internal i32 @mlcc_rt.program.check_header(ptr %header, ptr %param, ptr %given) {
entry:
  %text = alloca [512 x i8], align 16
  %text12 = alloca [512 x i8], align 16
  %text26 = alloca [512 x i8], align 16
  %text40 = alloca [512 x i8], align 16
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
  %arraydecay = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  %source = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %0 = load ptr, ptr %source, align 8
  %call6 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay, i64 512, ptr @mlcc_rt.program.str.39, ptr %0)
  %arraydecay7 = getelementptr inbounds [512 x i8], ptr %text, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 392, ptr %arraydecay7)
  br label %return

if.end:
  %type8 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 1
  %1 = load ptr, ptr %type8, align 8
  %call9 = call i32 @mlcc_rt.program.is_type(ptr %call, ptr %1)
  %tobool = icmp ne i32 %call9, 0
  br i1 %tobool, label %if.end19, label %do.body11

do.body11:
  %arraydecay13 = getelementptr inbounds [512 x i8], ptr %text12, i64 0, i64 0
  %source14 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %2 = load ptr, ptr %source14, align 8
  %name = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %3 = load ptr, ptr %name, align 8
  %type15 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 1
  %4 = load ptr, ptr %type15, align 8
  %call16 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay13, i64 512, ptr @mlcc_rt.program.str.40, ptr %2, ptr %call, ptr %3, ptr %4)
  %arraydecay17 = getelementptr inbounds [512 x i8], ptr %text12, i64 0, i64 0
  call void @mlcc_rt.program.complain(i32 302, ptr %arraydecay17)
  br label %return

if.end19:
  %shape = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %5 = load ptr, ptr %shape, align 8
  %rank20 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %6 = load i32, ptr %rank20, align 4
  %call21 = call i32 @mlcc_rt.program.read_shape(ptr %call2, ptr %5, i32 %6)
  %rank22 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %7 = load i32, ptr %rank22, align 4
  %cmp23 = icmp ne i32 %call21, %7
  br i1 %cmp23, label %do.body25, label %if.end34

do.body25:
  %arraydecay27 = getelementptr inbounds [512 x i8], ptr %text26, i64 0, i64 0
  %source28 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %8 = load ptr, ptr %source28, align 8
  %name29 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 0
  %9 = load ptr, ptr %name29, align 8
  %rank30 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %10 = load i32, ptr %rank30, align 4
  %call31 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay27, i64 512, ptr @mlcc_rt.program.str.41, ptr %8, i32 %call21, ptr %9, i32 %10)
  %arraydecay32 = getelementptr inbounds [512 x i8], ptr %text26, i64 0, i64 0
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
  %arraydecay41 = getelementptr inbounds [512 x i8], ptr %text40, i64 0, i64 0
  %source42 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 2
  %12 = load ptr, ptr %source42, align 8
  %call43 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay41, i64 512, ptr @mlcc_rt.program.str.42, ptr %12)
  %arraydecay44 = getelementptr inbounds [512 x i8], ptr %text40, i64 0, i64 0
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
  %idxprom = sext i32 %axis.0 to i64
  %arrayidx = getelementptr inbounds i64, ptr %shape, i64 %idxprom
  %2 = load i64, ptr %arrayidx, align 8
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

declare i64 @fread(ptr, i64, i64, ptr)

declare i32 @fclose(ptr)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare i32 @memcmp(ptr, ptr, i64)

declare ptr @malloc(i64)

define internal ptr @mlcc_rt.program.after(ptr %header, ptr %key) {
entry:
  %call = call ptr @strstr(ptr %header, ptr %key)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %call1 = call i64 @strlen(ptr %key)
  %add.ptr = getelementptr inbounds nuw i8, ptr %call, i64 %call1
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
  %call = call i64 @strlen(ptr %wanted)
  %arrayidx = getelementptr inbounds i8, ptr %given, i64 1
  %0 = load i8, ptr %arrayidx, align 1
  %conv = sext i8 %0 to i32
  %arrayidx1 = getelementptr inbounds i8, ptr %wanted, i64 0
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = sext i8 %1 to i32
  %cmp = icmp eq i32 %conv, %conv2
  br i1 %cmp, label %lor.end, label %lor.lhs.false

lor.lhs.false:
  %arrayidx4 = getelementptr inbounds i8, ptr %given, i64 1
  %2 = load i8, ptr %arrayidx4, align 1
  %conv5 = sext i8 %2 to i32
  %cmp6 = icmp eq i32 %conv5, 61
  br i1 %cmp6, label %lor.end, label %lor.rhs

lor.rhs:
  %arrayidx8 = getelementptr inbounds i8, ptr %given, i64 1
  %3 = load i8, ptr %arrayidx8, align 1
  %conv9 = sext i8 %3 to i32
  %cmp10 = icmp eq i32 %conv9, 124
  br i1 %cmp10, label %land.rhs, label %lor.end

land.rhs:
  %sub = sub i64 %call, 1
  %arrayidx12 = getelementptr inbounds nuw i8, ptr %wanted, i64 %sub
  %4 = load i8, ptr %arrayidx12, align 1
  %conv13 = sext i8 %4 to i32
  %cmp14 = icmp eq i32 %conv13, 49
  br label %lor.end

lor.end:
  %5 = phi i1 [ true, %lor.lhs.false ], [ true, %entry ], [ false, %lor.rhs ], [ %cmp14, %land.rhs ]
  %lor.ext = zext i1 %5 to i32
  %arrayidx16 = getelementptr inbounds i8, ptr %given, i64 0
  %6 = load i8, ptr %arrayidx16, align 1
  %conv17 = sext i8 %6 to i32
  %cmp18 = icmp eq i32 %conv17, 39
  br i1 %cmp18, label %land.lhs.true, label %lor.lhs.false20

lor.lhs.false20:
  %arrayidx21 = getelementptr inbounds i8, ptr %given, i64 0
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
  %add.ptr = getelementptr inbounds i8, ptr %given, i64 2
  %add.ptr26 = getelementptr inbounds i8, ptr %wanted, i64 1
  %sub27 = sub i64 %call, 1
  %call28 = call i32 @strncmp(ptr %add.ptr, ptr %add.ptr26, i64 %sub27)
  %cmp29 = icmp eq i32 %call28, 0
  br i1 %cmp29, label %land.rhs31, label %land.end38

land.rhs31:
  %add = add i64 %call, 1
  %arrayidx32 = getelementptr inbounds nuw i8, ptr %given, i64 %add
  %8 = load i8, ptr %arrayidx32, align 1
  %conv33 = sext i8 %8 to i32
  %arrayidx34 = getelementptr inbounds i8, ptr %given, i64 0
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
  %end = alloca ptr, align 8
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %text, i32 1
  %0 = load i8, ptr %text, align 1
  %conv = sext i8 %0 to i32
  %cmp = icmp ne i32 %conv, 40
  br i1 %cmp, label %return, label %for.cond

for.cond:
  %text.addr.0 = phi ptr [ %5, %if.end23 ], [ %incdec.ptr, %entry ]
  %count.0 = phi i32 [ %inc, %if.end23 ], [ 0, %entry ]
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
  %call = call i64 @strtol(ptr %text.addr.1, ptr %end, i32 10)
  %4 = load ptr, ptr %end, align 8
  %cmp14 = icmp eq ptr %4, %text.addr.1
  %cmp16 = icmp slt i64 %call, 0
  %or.cond = select i1 %cmp14, i1 true, i1 %cmp16
  br i1 %or.cond, label %return, label %if.end19

if.end19:
  %cmp20 = icmp slt i32 %count.0, %rank
  br i1 %cmp20, label %if.then22, label %if.end23

if.then22:
  %idxprom = sext i32 %count.0 to i64
  %arrayidx = getelementptr inbounds i64, ptr %shape, i64 %idxprom
  store i64 %call, ptr %arrayidx, align 8
  br label %if.end23

if.end23:
  %inc = add nsw i32 %count.0, 1
  %5 = load ptr, ptr %end, align 8
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
  %0 = load i64, ptr %product, align 8
  %1 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %0, i64 %factor)
  %2 = extractvalue { i64, i1 } %1, 1
  %3 = extractvalue { i64, i1 } %1, 0
  store i64 %3, ptr %product, align 8
  br i1 %2, label %land.end, label %land.rhs

land.rhs:
  %4 = load i64, ptr %product, align 8
  %cmp1 = icmp sle i64 %4, 140737488355328
  br label %land.end

land.end:
  %5 = phi i1 [ false, %land.lhs.true ], [ false, %entry ], [ %cmp1, %land.rhs ]
  %land.ext = zext i1 %5 to i32
  ret i32 %land.ext
}

declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)

declare i32 @posix_memalign(ptr, i64, i64)

define internal i32 @mlcc_rt.program.write_array(ptr %param, ptr %given, ptr %file) {
entry:
  %text = alloca [1024 x i8], align 16
  %head = alloca [10 x i8], align 1
  %arraydecay = getelementptr inbounds [1024 x i8], ptr %text, i64 0, i64 0
  %type = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 1
  %0 = load ptr, ptr %type, align 8
  %call = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %arraydecay, i64 1024, ptr @mlcc_rt.program.str.47, ptr %0)
  br label %for.cond

for.cond:
  %axis.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end18 ]
  %room.0 = phi i32 [ 0, %entry ], [ %cond, %cond.end18 ]
  %at.0 = phi i32 [ %call, %entry ], [ %add21, %cond.end18 ]
  %rank = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %1 = load i32, ptr %rank, align 4
  %cmp = icmp slt i32 %axis.0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arraydecay1 = getelementptr inbounds [1024 x i8], ptr %text, i64 0, i64 0
  %idx.ext = sext i32 %at.0 to i64
  %add.ptr = getelementptr inbounds i8, ptr %arraydecay1, i64 %idx.ext
  %conv = sext i32 %at.0 to i64
  %sub = sub i64 1024, %conv
  %shape = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %2 = load ptr, ptr %shape, align 8
  %idxprom = sext i32 %axis.0 to i64
  %arrayidx = getelementptr inbounds i64, ptr %2, i64 %idxprom
  %3 = load i64, ptr %arrayidx, align 8
  %call2 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %add.ptr, i64 %sub, ptr @mlcc_rt.program.str.48, i64 %3)
  %cmp3 = icmp eq i32 %axis.0, 0
  %sub5 = sub nsw i32 21, %call2
  %cond = select i1 %cmp3, i32 %sub5, i32 %room.0
  %add = add nsw i32 %at.0, %call2
  %arraydecay6 = getelementptr inbounds [1024 x i8], ptr %text, i64 0, i64 0
  %idx.ext7 = sext i32 %add to i64
  %add.ptr8 = getelementptr inbounds i8, ptr %arraydecay6, i64 %idx.ext7
  %conv9 = sext i32 %add to i64
  %sub10 = sub i64 1024, %conv9
  %add11 = add nsw i32 %axis.0, 1
  %rank12 = getelementptr inbounds nuw %struct.program_param, ptr %param, i32 0, i32 4
  %4 = load i32, ptr %rank12, align 4
  %cmp13 = icmp slt i32 %add11, %4
  br i1 %cmp13, label %cond.end18, label %cond.false16

cond.false16:
  %tobool = icmp ne i32 %axis.0, 0
  %cond17 = select i1 %tobool, ptr @mlcc_rt.program.str.11, ptr @mlcc_rt.program.str.49
  br label %cond.end18

cond.end18:
  %cond19 = phi ptr [ %cond17, %cond.false16 ], [ @mlcc_rt.program.str.19, %for.body ]
  %call20 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %add.ptr8, i64 %sub10, ptr @mlcc_rt.program.str.5, ptr %cond19)
  %add21 = add nsw i32 %add, %call20
  %inc = add nsw i32 %axis.0, 1
  br label %for.cond

for.end:
  %arraydecay22 = getelementptr inbounds [1024 x i8], ptr %text, i64 0, i64 0
  %idx.ext23 = sext i32 %at.0 to i64
  %add.ptr24 = getelementptr inbounds i8, ptr %arraydecay22, i64 %idx.ext23
  %conv25 = sext i32 %at.0 to i64
  %sub26 = sub i64 1024, %conv25
  %call27 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %add.ptr24, i64 %sub26, ptr @mlcc_rt.program.str.50)
  %add28 = add nsw i32 %at.0, %call27
  %add29 = add nsw i32 10, %add28
  %add30 = add nsw i32 %add29, %room.0
  %add31 = add nsw i32 %add30, 1
  %add32 = add nsw i32 %add31, 63
  %div = sdiv i32 %add32, 64
  %mul = mul nsw i32 %div, 64
  %sub33 = sub nsw i32 %mul, 10
  store i8 -109, ptr %head, align 1
  %arrayinit.element = getelementptr inbounds i8, ptr %head, i64 1
  store i8 78, ptr %arrayinit.element, align 1
  %arrayinit.element34 = getelementptr inbounds i8, ptr %head, i64 2
  store i8 85, ptr %arrayinit.element34, align 1
  %arrayinit.element35 = getelementptr inbounds i8, ptr %head, i64 3
  store i8 77, ptr %arrayinit.element35, align 1
  %arrayinit.element36 = getelementptr inbounds i8, ptr %head, i64 4
  store i8 80, ptr %arrayinit.element36, align 1
  %arrayinit.element37 = getelementptr inbounds i8, ptr %head, i64 5
  store i8 89, ptr %arrayinit.element37, align 1
  %arrayinit.element38 = getelementptr inbounds i8, ptr %head, i64 6
  store i8 1, ptr %arrayinit.element38, align 1
  %arrayinit.element39 = getelementptr inbounds i8, ptr %head, i64 7
  store i8 0, ptr %arrayinit.element39, align 1
  %arrayinit.element40 = getelementptr inbounds i8, ptr %head, i64 8
  %conv41 = trunc i32 %sub33 to i8
  store i8 %conv41, ptr %arrayinit.element40, align 1
  %arrayinit.element42 = getelementptr inbounds i8, ptr %head, i64 9
  %shr = ashr i32 %sub33, 8
  %conv43 = trunc i32 %shr to i8
  store i8 %conv43, ptr %arrayinit.element42, align 1
  %shape44 = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 1
  %5 = load ptr, ptr %shape44, align 8
  %call45 = call i64 @mlcc_rt.program.bytes_of(ptr %param, ptr %5)
  %arraydecay46 = getelementptr inbounds [10 x i8], ptr %head, i64 0, i64 0
  %call47 = call i64 @fwrite(ptr %arraydecay46, i64 1, i64 10, ptr %file)
  %cmp48 = icmp eq i64 %call47, 10
  br i1 %cmp48, label %land.lhs.true, label %land.end

land.lhs.true:
  %arraydecay50 = getelementptr inbounds [1024 x i8], ptr %text, i64 0, i64 0
  %sub51 = sub nsw i32 %sub33, %add28
  %sub52 = sub nsw i32 %sub51, 1
  %call53 = call i32 (ptr, ptr, ...) @fprintf(ptr %file, ptr @mlcc_rt.program.str.51, ptr %arraydecay50, i32 %sub52, ptr @mlcc_rt.program.str.11)
  %cmp54 = icmp eq i32 %call53, %sub33
  br i1 %cmp54, label %land.rhs, label %land.end

land.rhs:
  %tensor = getelementptr inbounds nuw %struct.argument, ptr %given, i32 0, i32 0
  %data = getelementptr inbounds nuw %struct.DLTensor, ptr %tensor, i32 0, i32 0
  %6 = load ptr, ptr %data, align 8
  %call56 = call i64 @fwrite(ptr %6, i64 1, i64 %call45, ptr %file)
  %cmp57 = icmp eq i64 %call56, %call45
  br label %land.end

land.end:
  %7 = phi i1 [ false, %land.lhs.true ], [ false, %for.end ], [ %cmp57, %land.rhs ]
  %land.ext = zext i1 %7 to i32
  ret i32 %land.ext
}

declare i64 @fwrite(ptr, i64, i64, ptr)

declare i32 @fprintf(ptr, ptr, ...)
