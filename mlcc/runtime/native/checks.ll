; What the checked entries share: the message buffer, and the checks of one DLTensor.
; Every check returns 0, or the error code after writing the message.

%DLTensor = type { ptr, i32, i32, i32, i8, i8, i16, ptr, ptr, i64 }

; The message buffer is per thread, through a pthread key rather than a thread-local variable:
; LLVM's JIT loads objects without TLS, and no module registers anything with the loader.
; State: 0 no key yet, 1 being made, 2 ready, 3 impossible (all threads share one buffer).
@mlcc_rt_key_state = internal global i32 0, align 4
@mlcc_rt_key = internal global $word 0, align $word_bytes
@mlcc_rt_shared_message = internal global [$message_bytes x i8] zeroinitializer, align 16

; By DLPack's type code.
@mlcc_rt_kinds = private unnamed_addr constant [8 x [8 x i8]] [
  [8 x i8] c"int\00\00\00\00\00",  [8 x i8] c"uint\00\00\00\00", [8 x i8] c"float\00\00\00",
  [8 x i8] c"handle\00\00",        [8 x i8] c"bfloat\00\00",     [8 x i8] c"complex\00",
  [8 x i8] c"bool\00\00\00\00",    [8 x i8] c"code??\00\00"]

; True when the key exists after the call.
define internal i1 @mlcc_rt_key_ready() noinline cold {
entry:
  br label %look

look:
  %state = load atomic i32, ptr @mlcc_rt_key_state acquire, align 4
  switch i32 %state, label %no [ i32 0, label %make  i32 1, label %wait  i32 2, label %yes ]

make:
  %try = cmpxchg ptr @mlcc_rt_key_state, i32 0, i32 1 acq_rel acquire, align 4
  %mine = extractvalue { i32, i1 } %try, 1
  br i1 %mine, label %create, label %look

create:
  %rc = call i32 @pthread_key_create(ptr @mlcc_rt_key, ptr @free)
  %ok = icmp eq i32 %rc, 0
  %next = select i1 %ok, i32 2, i32 3
  store atomic i32 %next, ptr @mlcc_rt_key_state release, align 4
  br label %look

wait:
  %yielded = call i32 @sched_yield()
  br label %look

yes:
  ret i1 true

no:
  ret i1 false
}

; This thread's buffer of $message_bytes bytes, never null.
define internal ptr @mlcc_rt_message() noinline cold {
entry:
  %ready = call i1 @mlcc_rt_key_ready()
  br i1 %ready, label %look, label %shared

look:
  %key = load $key, ptr @mlcc_rt_key, align 4
  %old = call ptr @pthread_getspecific($key %key)
  %none = icmp eq ptr %old, null
  br i1 %none, label %make, label %found

found:
  ret ptr %old

make:
  %new = call ptr @malloc($word $message_bytes)
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %shared, label %keep

keep:
  store i8 0, ptr %new, align 1
  %rc = call i32 @pthread_setspecific($key %key, ptr %new)
  %kept = icmp eq i32 %rc, 0
  br i1 %kept, label %made, label %drop

made:
  ret ptr %new

drop:
  call void @free(ptr %new)
  br label %shared

shared:
  ret ptr @mlcc_rt_shared_message
}

; Gives the key back. No other call into the module may be under way.
define internal void @mlcc_rt_drop_messages() {
entry:
  %state = load atomic i32, ptr @mlcc_rt_key_state acquire, align 4
  %ready = icmp eq i32 %state, 2
  br i1 %ready, label %drop, label %return

drop:
  %key = load $key, ptr @mlcc_rt_key, align 4
  %mine = call ptr @pthread_getspecific($key %key)
  %cleared = call i32 @pthread_setspecific($key %key, ptr null)
  call void @free(ptr %mine)
  %rc = call i32 @pthread_key_delete($key %key)
  store atomic i32 0, ptr @mlcc_rt_key_state release, align 4
  br label %return

return:
  ret void
}

; The number of arguments, and the array that holds them.
define internal i32 @mlcc_rt_check_count(ptr %args, i32 %given, i32 %want, ptr %f, ptr %names) {
entry:
  %same = icmp eq i32 %given, %want
  br i1 %same, label %array, label %wrong

array:
  %missing = icmp eq ptr %args, null
  %some = icmp ne i32 %want, 0
  %bad = and i1 %missing, %some
  br i1 %bad, label %null, label %good

good:
  ret i32 0

wrong:
  %m = call ptr @mlcc_rt_message()
  $say(ptr %m, $limit, ptr @mlcc_rt_m_count, ptr %f, i32 %want, ptr %names, i32 %given)
  ret i32 1

null:
  %n = call ptr @mlcc_rt_message()
  $say(ptr %n, $limit, ptr @mlcc_rt_m_args, ptr %f)
  ret i32 2
}

; `float32`, `bool`, `int32x4` into a buffer of 32 bytes.
define internal void @mlcc_rt_dtype_text(ptr %to, i32 %code, i32 %bits, i32 %lanes) noinline cold {
entry:
  %known = call i32 @llvm.umin.i32(i32 %code, i32 7)
  %kind = getelementptr inbounds [8 x [8 x i8]], ptr @mlcc_rt_kinds, i32 0, i32 %known
  %is_bool = icmp eq i32 %code, 6
  %one = icmp eq i32 %lanes, 1
  %plain = and i1 %is_bool, %one
  br i1 %plain, label %bare, label %scalar

bare:
  $say(ptr %to, $word 32, ptr @mlcc_rt_m_kind, ptr %kind)
  ret void

scalar:
  br i1 %one, label %wide, label %vector

wide:
  $say(ptr %to, $word 32, ptr @mlcc_rt_m_kind_bits, ptr %kind, i32 %bits)
  ret void

vector:
  $say(ptr %to, $word 32, ptr @mlcc_rt_m_kind_lanes, ptr %kind, i32 %bits, i32 %lanes)
  ret void
}
declare i32 @llvm.umin.i32(i32, i32)

; Pointer, device, element type and rank of argument `i` (named `a`) of function `f`.
define internal i32 @mlcc_rt_check_tensor(ptr %t, i32 %i, ptr %f, ptr %a, i32 %ndim, i32 %code, i32 %bits) {
entry:
  %want_text = alloca [32 x i8], align 1
  %got_text = alloca [32 x i8], align 1
  %null = icmp eq ptr %t, null
  br i1 %null, label %say_null, label %device

device:
  %device_at = getelementptr inbounds %DLTensor, ptr %t, i32 0, i32 1
  %kind = load i32, ptr %device_at, align 4
  %cpu = icmp eq i32 %kind, 1
  br i1 %cpu, label %dtype, label %say_device

dtype:
  %code_at = getelementptr inbounds %DLTensor, ptr %t, i32 0, i32 4
  %code8 = load i8, ptr %code_at, align 1
  %got_code = zext i8 %code8 to i32
  %bits_at = getelementptr inbounds %DLTensor, ptr %t, i32 0, i32 5
  %bits8 = load i8, ptr %bits_at, align 1
  %got_bits = zext i8 %bits8 to i32
  %lanes_at = getelementptr inbounds %DLTensor, ptr %t, i32 0, i32 6
  %lanes16 = load i16, ptr %lanes_at, align 2
  %got_lanes = zext i16 %lanes16 to i32
  %same_code = icmp eq i32 %got_code, %code
  %same_bits = icmp eq i32 %got_bits, %bits
  %one = icmp eq i32 %got_lanes, 1
  ; A bool may come as uint8, the only spelling that older producers have.
  %want_bool = icmp eq i32 %code, 6
  %is_uint = icmp eq i32 %got_code, 1
  %bytes = and i1 %want_bool, %is_uint
  %code_ok = or i1 %same_code, %bytes
  %width_ok = and i1 %same_bits, %one
  %type_ok = and i1 %code_ok, %width_ok
  br i1 %type_ok, label %rank, label %say_dtype

rank:
  %ndim_at = getelementptr inbounds %DLTensor, ptr %t, i32 0, i32 3
  %got_ndim = load i32, ptr %ndim_at, align 4
  %rank_ok = icmp eq i32 %got_ndim, %ndim
  br i1 %rank_ok, label %shape, label %say_rank

shape:
  %shape_at = getelementptr inbounds %DLTensor, ptr %t, i32 0, i32 7
  %dims = load ptr, ptr %shape_at, align $word_bytes
  %no_dims = icmp eq ptr %dims, null
  %needed = icmp ne i32 %ndim, 0
  %bad_shape = and i1 %no_dims, %needed
  br i1 %bad_shape, label %say_shape, label %good

good:
  ret i32 0

say_null:
  %m0 = call ptr @mlcc_rt_message()
  $say(ptr %m0, $limit, ptr @mlcc_rt_m_null, ptr %f, i32 %i, ptr %a)
  ret i32 2

say_device:
  %m1 = call ptr @mlcc_rt_message()
  $say(ptr %m1, $limit, ptr @mlcc_rt_m_device, ptr %f, i32 %i, ptr %a, i32 %kind)
  ret i32 3

say_dtype:
  call void @mlcc_rt_dtype_text(ptr %want_text, i32 %code, i32 %bits, i32 1)
  call void @mlcc_rt_dtype_text(ptr %got_text, i32 %got_code, i32 %got_bits, i32 %got_lanes)
  %m2 = call ptr @mlcc_rt_message()
  $say(ptr %m2, $limit, ptr @mlcc_rt_m_dtype, ptr %f, i32 %i, ptr %a, ptr %want_text, ptr %got_text)
  ret i32 4

say_rank:
  %m3 = call ptr @mlcc_rt_message()
  $say(ptr %m3, $limit, ptr @mlcc_rt_m_rank, ptr %f, i32 %i, ptr %a, i32 %ndim, i32 %got_ndim)
  ret i32 5

say_shape:
  %m4 = call ptr @mlcc_rt_message()
  $say(ptr %m4, $limit, ptr @mlcc_rt_m_shape, ptr %f, i32 %i, ptr %a)
  ret i32 2
}

; The extent of one axis; the tensor has passed mlcc_rt_check_tensor.
define internal i64 @mlcc_rt_extent(ptr %t, i64 %axis) {
  %shape_at = getelementptr inbounds %DLTensor, ptr %t, i32 0, i32 7
  %dims = load ptr, ptr %shape_at, align $word_bytes
  %at = getelementptr inbounds i64, ptr %dims, i64 %axis
  %extent = load i64, ptr %at, align 4
  ret i64 %extent
}

; One extent against what it must be; `text` says where that comes from, or is null.
define internal i32 @mlcc_rt_check_dim(ptr %t, i32 %i, ptr %f, ptr %a, i32 %axis, i64 %want, ptr %text) {
entry:
  %axis64 = zext i32 %axis to i64
  %got = call i64 @mlcc_rt_extent(ptr %t, i64 %axis64)
  %same = icmp eq i64 %got, %want
  %negative = icmp slt i64 %got, 0
  %differs = xor i1 %same, true
  %bad = or i1 %differs, %negative
  br i1 %bad, label %wrong, label %good

good:
  ret i32 0

wrong:
  %m = call ptr @mlcc_rt_message()
  br i1 %negative, label %say_negative, label %unequal

unequal:
  %fixed = icmp eq ptr %text, null
  br i1 %fixed, label %say_fixed, label %say_bound

say_negative:
  $say(ptr %m, $limit, ptr @mlcc_rt_m_negative, ptr %f, i32 %i, ptr %a, i32 %axis, i64 %got)
  ret i32 6

say_fixed:
  $say(ptr %m, $limit, ptr @mlcc_rt_m_dim, ptr %f, i32 %i, ptr %a, i32 %axis, i64 %want, i64 %got)
  ret i32 6

say_bound:
  $say(ptr %m, $limit, ptr @mlcc_rt_m_bound, ptr %f, i32 %i, ptr %a, i32 %axis, i64 %want, ptr %text, i64 %got)
  ret i32 6
}

; Strides, data pointer and alignment. Writes the address of the first element and the size in
; bytes. A tensor without elements may have any strides and a null pointer.
define internal i32 @mlcc_rt_check_layout(ptr %t, i32 %i, ptr %f, ptr %a, i32 %ndim, i32 %size, ptr %to_data, ptr %to_bytes) {
entry:
  %shape_at = getelementptr inbounds %DLTensor, ptr %t, i32 0, i32 7
  %dims = load ptr, ptr %shape_at, align $word_bytes
  %strides_at = getelementptr inbounds %DLTensor, ptr %t, i32 0, i32 8
  %strides = load ptr, ptr %strides_at, align $word_bytes
  %compact = icmp eq ptr %strides, null
  %rank = sext i32 %ndim to i64
  %size64 = zext i32 %size to i64
  br label %count

count:                                   ; elements = product of the extents
  %c = phi i64 [ 0, %entry ], [ %c1, %count_one ]
  %elements = phi i64 [ 1, %entry ], [ %elements1, %count_one ]   ; the largest number: too many
  %c_over = icmp sge i64 %c, %rank
  br i1 %c_over, label %counted, label %count_one

count_one:
  %c_at = getelementptr inbounds i64, ptr %dims, i64 %c
  %c_extent = load i64, ptr %c_at, align 4
  %product = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %elements, i64 %c_extent)
  %exact = extractvalue { i64, i1 } %product, 0
  %over = extractvalue { i64, i1 } %product, 1
  %elements1 = select i1 %over, i64 9223372036854775807, i64 %exact
  %c1 = add i64 %c, 1
  br label %count

counted:
  %room = udiv i64 $max_bytes, %size64
  %too_many = icmp ugt i64 %elements, %room
  br i1 %too_many, label %say_size, label %measured

measured:
  %bytes = mul i64 %elements, %size64
  store i64 %bytes, ptr %to_bytes, align 8
  %base = load ptr, ptr %t, align $word_bytes
  %offset_at = getelementptr inbounds %DLTensor, ptr %t, i32 0, i32 9
  %offset = load i64, ptr %offset_at, align 4
  %data = getelementptr i8, ptr %base, i64 %offset
  store ptr %data, ptr %to_data, align $word_bytes
  %none = icmp eq i64 %elements, 0
  br i1 %none, label %good, label %pointer

pointer:
  %missing = icmp eq ptr %base, null
  br i1 %missing, label %say_data, label %aligned

aligned:
  %address = ptrtoint ptr %data to i64
  %mask = sub i64 %size64, 1
  %low = and i64 %address, %mask
  %even = icmp eq i64 %low, 0
  br i1 %even, label %walk0, label %say_align

walk0:
  %first = sub i64 %rank, 1
  br i1 %compact, label %good, label %walk

walk:                                    ; from the innermost axis outwards
  %w = phi i64 [ %first, %walk0 ], [ %w1, %walk_next ]
  %want = phi i64 [ 1, %walk0 ], [ %want1, %walk_next ]
  %w_over = icmp slt i64 %w, 0
  br i1 %w_over, label %good, label %walk_one

walk_one:
  %extent_at = getelementptr inbounds i64, ptr %dims, i64 %w
  %extent = load i64, ptr %extent_at, align 4
  %stride_at = getelementptr inbounds i64, ptr %strides, i64 %w
  %stride = load i64, ptr %stride_at, align 4
  %same = icmp eq i64 %stride, %want
  %single = icmp eq i64 %extent, 1       ; the stride of an axis of one element is never used
  %fine = or i1 %same, %single
  br i1 %fine, label %walk_next, label %say_stride

walk_next:
  %want1 = mul i64 %want, %extent
  %w1 = sub i64 %w, 1
  br label %walk

good:
  ret i32 0

say_size:
  %m3 = call ptr @mlcc_rt_message()
  $say(ptr %m3, $limit, ptr @mlcc_rt_m_elements, ptr %f, i32 %i, ptr %a)
  ret i32 6

say_data:
  %m0 = call ptr @mlcc_rt_message()
  $say(ptr %m0, $limit, ptr @mlcc_rt_m_data, ptr %f, i32 %i, ptr %a)
  ret i32 2

say_align:
  %m1 = call ptr @mlcc_rt_message()
  $say(ptr %m1, $limit, ptr @mlcc_rt_m_align, ptr %f, i32 %i, ptr %a, ptr %data, i32 %size)
  ret i32 8

say_stride:
  %m2 = call ptr @mlcc_rt_message()
  %axis = trunc i64 %w to i32
  $say(ptr %m2, $limit, ptr @mlcc_rt_m_stride, ptr %f, i32 %i, ptr %a, i32 %axis, i64 %stride, i64 %want)
  ret i32 7
}

; Entry k of a list of NUL-terminated strings that stand one after the other.
define internal ptr @mlcc_rt_nth(ptr %list, i64 %k) noinline cold {
entry:
  br label %look

look:
  %at = phi ptr [ %list, %entry ], [ %at1, %step ]
  %left = phi i64 [ %k, %entry ], [ %left1, %step ]
  %here = icmp eq i64 %left, 0
  br i1 %here, label %done, label %step

step:
  %byte = load i8, ptr %at, align 1
  %end = icmp eq i8 %byte, 0
  %one = zext i1 %end to i64
  %left1 = sub i64 %left, %one
  %at1 = getelementptr inbounds i8, ptr %at, i64 1
  br label %look

done:
  ret ptr %at
}

; Memory that is written must not be any other tensor's. `data`, `sizes` and `flags` have one entry
; per tensor; flag `w` marks those that are written.
define internal i32 @mlcc_rt_check_apart(ptr %data, ptr %sizes, i64 %count, ptr %flags, ptr %f, ptr %names) {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %outer_next ]
  %i_over = icmp sge i64 %i, %count
  br i1 %i_over, label %good, label %outer_one

outer_one:
  %i_flag_at = getelementptr inbounds i8, ptr %flags, i64 %i
  %i_flag = load i8, ptr %i_flag_at, align 1
  %i_written = icmp eq i8 %i_flag, 119
  br i1 %i_written, label %measure, label %outer_next

measure:
  %p_at = getelementptr inbounds i64, ptr %data, i64 %i
  %p = load $word, ptr %p_at, align 8
  %p0 = $p_wide
  %pn_at = getelementptr inbounds i64, ptr %sizes, i64 %i
  %pn = load i64, ptr %pn_at, align 8
  %p1 = add i64 %p0, %pn
  %p_some = icmp ne i64 %pn, 0
  br i1 %p_some, label %inner, label %outer_next

inner:
  %j = phi i64 [ 0, %measure ], [ %j1, %inner_next ]
  %j_over = icmp sge i64 %j, %count
  br i1 %j_over, label %outer_next, label %inner_one

inner_one:
  %j_flag_at = getelementptr inbounds i8, ptr %flags, i64 %j
  %j_flag = load i8, ptr %j_flag_at, align 1
  %j_written = icmp eq i8 %j_flag, 119
  %j_before = icmp sle i64 %j, %i
  %j_seen = and i1 %j_written, %j_before        ; the same tensor, or a pair that was compared
  br i1 %j_seen, label %inner_next, label %compare

compare:
  %q_at = getelementptr inbounds i64, ptr %data, i64 %j
  %q = load $word, ptr %q_at, align 8
  %q0 = $q_wide
  %qn_at = getelementptr inbounds i64, ptr %sizes, i64 %j
  %qn = load i64, ptr %qn_at, align 8
  %q1 = add i64 %q0, %qn
  %q_some = icmp ne i64 %qn, 0
  %p_in = icmp ult i64 %p0, %q1
  %q_in = icmp ult i64 %q0, %p1
  %meet = and i1 %p_in, %q_in
  %bad = and i1 %meet, %q_some
  br i1 %bad, label %wrong, label %inner_next

inner_next:
  %j1 = add i64 %j, 1
  br label %inner

outer_next:
  %i1 = add i64 %i, 1
  br label %outer

good:
  ret i32 0

wrong:
  %a = call ptr @mlcc_rt_nth(ptr %names, i64 %i)
  %b = call ptr @mlcc_rt_nth(ptr %names, i64 %j)
  %m = call ptr @mlcc_rt_message()
  $say(ptr %m, $limit, ptr @mlcc_rt_m_overlap, ptr %f, ptr %a, ptr %b)
  ret i32 9
}

; Floor division as in Python; a zero divisor gives 0, so that a shape can never trap.
define internal i64 @mlcc_rt_floordiv(i64 %a, i64 %b) {
entry:
  %zero = icmp eq i64 %b, 0
  br i1 %zero, label %none, label %check

check:
  %minus = icmp eq i64 %b, -1            ; the one divisor that can overflow
  br i1 %minus, label %negate, label %divide

negate:
  %n = sub i64 0, %a
  ret i64 %n

divide:
  %q = sdiv i64 %a, %b
  %r = srem i64 %a, %b
  %inexact = icmp ne i64 %r, 0
  %mixed = xor i64 %r, %b
  %opposite = icmp slt i64 %mixed, 0
  %down = and i1 %inexact, %opposite
  %less = sext i1 %down to i64
  %floor = add i64 %q, %less
  ret i64 %floor

none:
  ret i64 0
}

define internal i64 @mlcc_rt_floormod(i64 %a, i64 %b) {
  %q = call i64 @mlcc_rt_floordiv(i64 %a, i64 %b)
  %qb = mul i64 %q, %b
  %r = sub i64 %a, %qb
  ret i64 %r
}
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)

; What a kernel's number means to the caller. Below 100 it is a code of the runtime, which the
; kernel only hands on and whose message stands already; from 100 on it is the kernel's own.
define internal i32 @mlcc_rt_kernel_result(ptr %f, i32 %rc) noinline cold {
entry:
  %ours = icmp ult i32 %rc, 100
  br i1 %ours, label %pass, label %own

pass:
  ret i32 %rc

own:
  %m = call ptr @mlcc_rt_message()
  %text = call ptr @mlcc_kernel_message(i32 %rc)
  %mute = icmp eq ptr %text, null
  br i1 %mute, label %number, label %message

number:
  $say(ptr %m, $limit, ptr @mlcc_rt_m_kernel, ptr %f, i32 %rc)
  ret i32 13

message:
  $say(ptr %m, $limit, ptr @mlcc_rt_m_kernel_said, ptr %f, ptr %text)
  ret i32 13
}
