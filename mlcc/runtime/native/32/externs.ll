; Generated from externs.c by mlcc.runtime.native.generate.

@mlcc_rt_extern_count = external constant i64, align 8
@mlcc_rt_extern_names = external constant [0 x i8], align 1
@mlcc_rt_providers = external global [0 x ptr], align 4
@mlcc_rt.externs.str = private unnamed_addr constant [58 x i8] c"no kernel of this library calls an external function `%s`\00", align 1
@mlcc_rt.externs.str.1 = private unnamed_addr constant [43 x i8] c"the external function `%s` has no provider\00", align 1
@mlcc_rt.externs.str.2 = private unnamed_addr constant [45 x i8] c"the external function `%s` reported error %d\00", align 1

define internal i32 @mlcc_rt_set_extern(ptr %name, ptr %function) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.inc ]
  %0 = load i64, ptr @mlcc_rt_extern_count, align 8
  %cmp = icmp slt i64 %i.0, %0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call = call ptr @mlcc_rt_nth(ptr @mlcc_rt_extern_names, i64 %i.0)
  %call1 = call i32 @strcmp(ptr %call, ptr %name)
  %cmp2 = icmp eq i32 %call1, 0
  br i1 %cmp2, label %if.then, label %for.inc

if.then:
  %idxprom = trunc i64 %i.0 to i32
  %arrayidx = getelementptr inbounds [0 x ptr], ptr @mlcc_rt_providers, i32 0, i32 %idxprom
  %1 = ptrtoint ptr %function to i32
  store atomic i32 %1, ptr %arrayidx release, align 4
  br label %return

for.inc:
  %inc = add nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %call3 = call ptr @mlcc_rt_message()
  %call4 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call3, i32 512, ptr @mlcc_rt.externs.str, ptr %name)
  br label %return

return:
  %retval.0 = phi i32 [ 0, %if.then ], [ 12, %for.end ]
  ret i32 %retval.0
}

declare i32 @strcmp(ptr, ptr)

declare ptr @mlcc_rt_nth(ptr, i64)

declare i32 @snprintf(ptr, i32 signext, ptr, ...)

declare ptr @mlcc_rt_message()

define internal i32 @mlcc_rt_call_extern(i64 %index, ptr %args, i32 %n) {
entry:
  %idxprom = trunc i64 %index to i32
  %arrayidx = getelementptr inbounds [0 x ptr], ptr @mlcc_rt_providers, i32 0, i32 %idxprom
  %0 = load atomic i32, ptr %arrayidx acquire, align 4
  %1 = inttoptr i32 %0 to ptr
  %cmp = icmp eq ptr %1, null
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call = call ptr @mlcc_rt_message()
  %call1 = call ptr @mlcc_rt_nth(ptr @mlcc_rt_extern_names, i64 %index)
  %call2 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call, i32 512, ptr @mlcc_rt.externs.str.1, ptr %call1)
  br label %return

if.end:
  %call3 = call i32 %1(ptr %args, i32 %n)
  %cmp4 = icmp ne i32 %call3, 0
  br i1 %cmp4, label %if.then5, label %return

if.then5:
  %call6 = call ptr @mlcc_rt_message()
  %call7 = call ptr @mlcc_rt_nth(ptr @mlcc_rt_extern_names, i64 %index)
  %call8 = call i32 (ptr, i32, ptr, ...) @snprintf(ptr %call6, i32 512, ptr @mlcc_rt.externs.str.2, ptr %call7, i32 %call3)
  br label %return

return:
  %retval.0 = phi i32 [ 12, %if.then ], [ 12, %if.then5 ], [ 0, %if.end ]
  ret i32 %retval.0
}
