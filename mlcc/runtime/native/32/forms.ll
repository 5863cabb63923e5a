; Generated from forms.c by mlcc.runtime.native.generate.

@mlcc_rt.forms.chosen = internal global i32 0, align 4
@mlcc_rt_form_names = external constant [0 x i8], align 1
@mlcc_rt.forms.str = private unnamed_addr constant [63 x i8] c"%s: this library is for %s, and the processor is none of these\00", align 1
@mlcc_rt_form_list = external constant [0 x i8], align 1
@mlcc_rt.forms.str.1 = private unnamed_addr constant [83 x i8] c"%s: MLCC_CPU is %s, and this library is for %s, of which the processor must run it\00", align 1
@mlcc_rt_form_count = external constant i32, align 4
@mlcc_rt_form_needs = external constant [0 x i32], align 4
@mlcc_rt.forms.str.2 = private unnamed_addr constant [9 x i8] c"MLCC_CPU\00", align 1

define internal i32 @mlcc_rt_form() {
entry:
  %0 = load atomic i32, ptr @mlcc_rt.forms.chosen monotonic, align 4
  %cmp = icmp eq i32 %0, 0
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %call = call i32 @mlcc_rt.forms.choose()
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call, %cond.true ], [ %0, %entry ]
  %sub = sub nsw i32 %cond, 1
  ret i32 %sub
}

define internal i32 @mlcc_rt.forms.choose() cold noinline {
entry:
  %words = alloca [8 x i32], align 4
  call void @llvm.memset.p0.i32(ptr align 4 %words, i8 0, i32 32, i1 false)
  %arraydecay = getelementptr inbounds [8 x i32], ptr %words, i32 0, i32 0
  call void @mlcc_rt_cpu_words(ptr %arraydecay)
  %call = call ptr @mlcc_rt.forms.wanted()
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %form.0 = phi i32 [ -1, %entry ], [ %form.1, %for.inc ]
  %0 = load i32, ptr @mlcc_rt_form_count, align 4
  %cmp = icmp slt i32 %i.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arraydecay1 = getelementptr inbounds [8 x i32], ptr %words, i32 0, i32 0
  %call2 = call i32 @mlcc_rt.forms.runs(ptr %arraydecay1, i32 %i.0)
  %tobool = icmp ne i32 %call2, 0
  br i1 %tobool, label %land.lhs.true, label %for.inc

land.lhs.true:
  %cmp3 = icmp eq ptr %call, null
  br i1 %cmp3, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %conv = sext i32 %i.0 to i64
  %call4 = call ptr @mlcc_rt_nth(ptr @mlcc_rt_form_names, i64 %conv)
  %call5 = call i32 @strcmp(ptr %call, ptr %call4)
  %cmp6 = icmp eq i32 %call5, 0
  br i1 %cmp6, label %if.then, label %for.inc

if.then:
  %add = add nsw i32 1, %i.0
  br label %for.inc

for.inc:
  %form.1 = phi i32 [ %add, %if.then ], [ %form.0, %lor.lhs.false ], [ %form.0, %for.body ]
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:
  store atomic i32 %form.0, ptr @mlcc_rt.forms.chosen monotonic, align 4
  ret i32 %form.0
}

define internal ptr @mlcc_rt_form_name() {
entry:
  %call = call i32 @mlcc_rt_form()
  %cmp = icmp slt i32 %call, 0
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %conv = sext i32 %call to i64
  %call1 = call ptr @mlcc_rt_nth(ptr @mlcc_rt_form_names, i64 %conv)
  br label %cond.end

cond.end:
  %cond = phi ptr [ %call1, %cond.false ], [ null, %entry ]
  ret ptr %cond
}

declare ptr @mlcc_rt_nth(ptr, i64)

define internal i32 @mlcc_rt_no_form(ptr %function) cold noinline {
entry:
  %call = call ptr @mlcc_rt.forms.wanted()
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %call1 = call ptr @mlcc_rt_message()
  %call2 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call1, i32 512, ptr @mlcc_rt.forms.str, ptr %function, ptr @mlcc_rt_form_list)
  br label %if.end

if.else:
  %call3 = call ptr @mlcc_rt_message()
  %call4 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call3, i32 512, ptr @mlcc_rt.forms.str.1, ptr %function, ptr %call, ptr @mlcc_rt_form_list)
  br label %if.end

if.end:
  ret i32 14
}

define internal ptr @mlcc_rt.forms.wanted() {
entry:
  %call = call ptr @getenv(ptr @mlcc_rt.forms.str.2)
  %cmp = icmp eq ptr %call, null
  br i1 %cmp, label %cond.end, label %lor.lhs.false

lor.lhs.false:
  %0 = load i8, ptr %call, align 1
  %conv = sext i8 %0 to i32
  %cmp1 = icmp eq i32 %conv, 0
  %spec.select = select i1 %cmp1, ptr null, ptr %call
  br label %cond.end

cond.end:
  %cond = phi ptr [ null, %entry ], [ %spec.select, %lor.lhs.false ]
  ret ptr %cond
}

declare i32 @snprintf(ptr, i32 signext, ptr, ...)

declare ptr @mlcc_rt_message()

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

declare void @mlcc_rt_cpu_words(ptr)

define internal i32 @mlcc_rt.forms.runs(ptr %words, i32 %form) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp slt i32 %i.0, 8
  br i1 %cmp, label %for.body, label %return

for.body:
  %mul = mul nsw i32 8, %form
  %add = add nsw i32 %mul, %i.0
  %arrayidx = getelementptr inbounds [0 x i32], ptr @mlcc_rt_form_needs, i32 0, i32 %add
  %0 = load i32, ptr %arrayidx, align 4
  %arrayidx1 = getelementptr inbounds i32, ptr %words, i32 %i.0
  %1 = load i32, ptr %arrayidx1, align 4
  %and = and i32 %1, %0
  %cmp2 = icmp ne i32 %and, %0
  br i1 %cmp2, label %return, label %for.inc

for.inc:
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 0, %for.body ], [ 1, %for.cond ]
  ret i32 %retval.0
}

declare i32 @strcmp(ptr, ptr)

declare ptr @getenv(ptr)
