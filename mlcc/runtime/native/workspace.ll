; Working memory. The module has one arena of $arena_bytes bytes (the largest size known when it was
; built); sizes that depend on the shapes come from one buffer that is kept and grows. Both belong
; to one call at a time. A call that comes while another has them gets memory of its own for its
; duration: concurrent calls never wait and never share, and the ordinary call never allocates.

@mlcc_rt_arena = internal global [$arena_bytes x i8] zeroinitializer, align 64
@mlcc_rt_arena_taken = internal global i32 0, align 4
@mlcc_rt_grown = internal global ptr null, align $word_bytes
@mlcc_rt_grown_bytes = internal global $word 0, align $word_bytes

; `bytes` of memory aligned to 64, or null.
define internal ptr @mlcc_rt_take(i64 %bytes) {
entry:
  %try = cmpxchg ptr @mlcc_rt_arena_taken, i32 0, i32 1 acquire monotonic, align 4
  %mine = extractvalue { i32, i1 } %try, 1
  br i1 %mine, label %static, label %own

static:
  %fits = icmp ule i64 %bytes, $arena_bytes
  br i1 %fits, label %arena, label %grown

arena:
  ret ptr @mlcc_rt_arena

grown:
  %have_word = load $word, ptr @mlcc_rt_grown_bytes, align $word_bytes
  %have = $from_word
  %big = icmp uge i64 %have, %bytes
  %kept = load ptr, ptr @mlcc_rt_grown, align $word_bytes
  br i1 %big, label %reuse, label %grow

reuse:
  ret ptr %kept

grow:                                    ; forgotten first: a freed address may come back elsewhere
  store atomic ptr null, ptr @mlcc_rt_grown monotonic, align $word_bytes
  call void @free(ptr %kept)
  %new = call ptr @mlcc_rt_allocate(i64 %bytes)
  %failed = icmp eq ptr %new, null
  %size_word = $to_word
  %size = select i1 %failed, $word 0, $word %size_word
  store atomic ptr %new, ptr @mlcc_rt_grown monotonic, align $word_bytes
  store $word %size, ptr @mlcc_rt_grown_bytes, align $word_bytes
  br i1 %failed, label %release, label %reuse_new

reuse_new:
  ret ptr %new

release:
  store atomic i32 0, ptr @mlcc_rt_arena_taken release, align 4
  ret ptr null

own:
  %private = call ptr @mlcc_rt_allocate(i64 %bytes)
  ret ptr %private
}

define internal ptr @mlcc_rt_allocate(i64 %asked) noinline cold {
entry:
  %place = alloca ptr, align $word_bytes
  %bytes = call i64 @llvm.smax.i64(i64 %asked, i64 64)
  %huge = icmp ugt i64 %asked, $max_bytes
  br i1 %huge, label %refuse, label %ask

refuse:
  ret ptr null

ask:
  %size = $to_word
  %rc = call i32 @posix_memalign(ptr %place, $word 64, $word %size)
  %ok = icmp eq i32 %rc, 0
  %block = load ptr, ptr %place, align $word_bytes
  %result = select i1 %ok, ptr %block, ptr null
  ret ptr %result
}

; Gives back what mlcc_rt_take gave. Only the holder of the arena may read the grown buffer, and a
; private block equals neither, so the two compares are enough.
define internal void @mlcc_rt_give(ptr %block) {
entry:
  %is_arena = icmp eq ptr %block, @mlcc_rt_arena
  br i1 %is_arena, label %release, label %ask

ask:
  %grown = load atomic ptr, ptr @mlcc_rt_grown monotonic, align $word_bytes
  %is_grown = icmp eq ptr %block, %grown
  br i1 %is_grown, label %release, label %private

release:
  store atomic i32 0, ptr @mlcc_rt_arena_taken release, align 4
  ret void

private:
  call void @free(ptr %block)
  ret void
}

define internal void @mlcc_rt_drop_workspace() {
  %kept = load ptr, ptr @mlcc_rt_grown, align $word_bytes
  call void @free(ptr %kept)
  store ptr null, ptr @mlcc_rt_grown, align $word_bytes
  store $word 0, ptr @mlcc_rt_grown_bytes, align $word_bytes
  ret void
}

define internal i32 @mlcc_rt_no_memory(ptr %f, i64 %bytes) noinline cold {
  %m = call ptr @mlcc_rt_message()
  $say(ptr %m, $limit, ptr @mlcc_rt_m_memory, ptr %f, i64 %bytes)
  ret i32 11
}

; Size and alignment of working memory that the caller gives.
define internal i32 @mlcc_rt_check_workspace(ptr %f, ptr %given, $word %bytes_word, i64 %need) {
entry:
  %bytes = $bytes_from_word
  %enough = icmp uge i64 %bytes, %need
  br i1 %enough, label %placed, label %small

placed:
  %address = ptrtoint ptr %given to i64
  %low = and i64 %address, 63
  %odd = icmp ne i64 %low, 0
  %null = icmp eq ptr %given, null
  %unusable = or i1 %odd, %null
  %used = icmp ne i64 %need, 0
  %bad = and i1 %unusable, %used
  br i1 %bad, label %misplaced, label %good

good:
  ret i32 0

small:
  %m = call ptr @mlcc_rt_message()
  $say(ptr %m, $limit, ptr @mlcc_rt_m_workspace, ptr %f, i64 %need, i64 %bytes)
  ret i32 10

misplaced:
  %n = call ptr @mlcc_rt_message()
  $say(ptr %n, $limit, ptr @mlcc_rt_m_workspace_align, ptr %f, ptr %given)
  ret i32 10
}
