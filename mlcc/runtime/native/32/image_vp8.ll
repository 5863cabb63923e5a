; Generated from image_vp8.c by mlcc.runtime.native.generate.

%struct.mlcc_image = type { ptr, i32, i64, i64, ptr }
%struct.vp8 = type { i64, i64, i64, i64, i64, i64, ptr, ptr, [2 x ptr], ptr, ptr, ptr, %struct.vp8_bits, [8 x %struct.vp8_bits], i32, i32, i32, i32, [3 x i32], [4 x i32], [4 x i32], i32, i32, i32, i32, i32, i32, i32, i32, [4 x [3 x [2 x i32]]], [4 x [8 x [3 x [11 x i8]]]], [400 x i16] }
%struct.vp8_bits = type { ptr, ptr, i32, i32, i32, i32 }
%struct.vp8_block = type { i8, i8, i8, i8, i8 }

@mlcc_rt.image_vp8.vp8_update_odds = internal constant [1056 x i8] c"\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\B0\F6\FF\FF\FF\FF\FF\FF\FF\FF\FF\DF\F1\FC\FF\FF\FF\FF\FF\FF\FF\FF\F9\FD\FD\FF\FF\FF\FF\FF\FF\FF\FF\FF\F4\FC\FF\FF\FF\FF\FF\FF\FF\FF\EA\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FD\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\F6\FE\FF\FF\FF\FF\FF\FF\FF\FF\EF\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\F8\FE\FF\FF\FF\FF\FF\FF\FF\FF\FB\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FB\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FD\FF\FE\FF\FF\FF\FF\FF\FF\FA\FF\FE\FF\FE\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\D9\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\E1\FC\F1\FD\FF\FF\FE\FF\FF\FF\FF\EA\FA\F1\FA\FD\FF\FD\FE\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\DF\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\EE\FD\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\F8\FE\FF\FF\FF\FF\FF\FF\FF\FF\F9\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FD\FF\FF\FF\FF\FF\FF\FF\FF\FF\F7\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FC\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FD\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FD\FF\FF\FF\FF\FF\FF\FF\FF\FA\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\BA\FB\FA\FF\FF\FF\FF\FF\FF\FF\FF\EA\FB\F4\FE\FF\FF\FF\FF\FF\FF\FF\FB\FB\F3\FD\FE\FF\FE\FF\FF\FF\FF\FF\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\EC\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FB\FD\FD\FE\FE\FF\FF\FF\FF\FF\FF\FF\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FE\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\F8\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FA\FE\FC\FE\FF\FF\FF\FF\FF\FF\FF\F8\FE\F9\FD\FF\FF\FF\FF\FF\FF\FF\FF\FD\FD\FF\FF\FF\FF\FF\FF\FF\FF\F6\FD\FD\FF\FF\FF\FF\FF\FF\FF\FF\FC\FE\FB\FE\FE\FF\FF\FF\FF\FF\FF\FF\FE\FC\FF\FF\FF\FF\FF\FF\FF\FF\F8\FE\FD\FF\FF\FF\FF\FF\FF\FF\FF\FD\FF\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FB\FE\FF\FF\FF\FF\FF\FF\FF\FF\F5\FB\FE\FF\FF\FF\FF\FF\FF\FF\FF\FD\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FB\FD\FF\FF\FF\FF\FF\FF\FF\FF\FC\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FC\FF\FF\FF\FF\FF\FF\FF\FF\FF\F9\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FD\FF\FF\FF\FF\FF\FF\FF\FF\FA\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF", align 1
@mlcc_rt.image_vp8.vp8_first_odds = internal constant [1056 x i8] c"\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\FD\88\FE\FF\E4\DB\80\80\80\80\80\BD\81\F2\FF\E3\D5\FF\DB\80\80\80j~\E3\FC\D6\D1\FF\FF\80\80\80\01b\F8\FF\EC\E2\FF\FF\80\80\80\B5\85\EE\FE\DD\EA\FF\9A\80\80\80N\86\CA\F7\C6\B4\FF\DB\80\80\80\01\B9\F9\FF\F3\FF\80\80\80\80\80\B8\96\F7\FF\EC\E0\80\80\80\80\80Mn\D8\FF\EC\E6\80\80\80\80\80\01e\FB\FF\F1\FF\80\80\80\80\80\AA\8B\F1\FC\EC\D1\FF\FF\80\80\80%t\C4\F3\E4\FF\FF\FF\80\80\80\01\CC\FE\FF\F5\FF\80\80\80\80\80\CF\A0\FA\FF\EE\80\80\80\80\80\80fg\E7\FF\D3\AB\80\80\80\80\80\01\98\FC\FF\F0\FF\80\80\80\80\80\B1\87\F3\FF\EA\E1\80\80\80\80\80P\81\D3\FF\C2\E0\80\80\80\80\80\01\01\FF\80\80\80\80\80\80\80\80\F6\01\FF\80\80\80\80\80\80\80\80\FF\80\80\80\80\80\80\80\80\80\80\C6#\ED\DF\C1\BB\A2\A0\91\9B>\83-\C6\DD\AC\B0\DC\9D\FC\DD\01D/\92\D0\95\A7\DD\A2\FF\DF\80\01\95\F1\FF\DD\E0\FF\FF\80\80\80\B8\8D\EA\FD\DE\DC\FF\C7\80\80\80Qc\B5\F2\B0\BE\F9\CA\FF\FF\80\01\81\E8\FD\D6\C5\F2\C4\FF\FF\80cy\D2\FA\C9\C6\FF\CA\80\80\80\17[\A3\F2\AA\BB\F7\D2\FF\FF\80\01\C8\F6\FF\EA\FF\80\80\80\80\80m\B2\F1\FF\E7\F5\FF\FF\80\80\80,\82\C9\FD\CD\C0\FF\FF\80\80\80\01\84\EF\FB\DB\D1\FF\A5\80\80\80^\88\E1\FB\DA\BE\FF\FF\80\80\80\16d\AE\F5\BA\A1\FF\C7\80\80\80\01\B6\F9\FF\E8\EB\80\80\80\80\80|\8F\F1\FF\E3\EA\80\80\80\80\80#M\B5\FB\C1\D3\FF\CD\80\80\80\01\9D\F7\FF\EC\E7\FF\FF\80\80\80y\8D\EB\FF\E1\E3\FF\FF\80\80\80-c\BC\FB\C3\D9\FF\E0\80\80\80\01\01\FB\FF\D5\FF\80\80\80\80\80\CB\01\F8\FF\FF\80\80\80\80\80\80\89\01\B1\FF\E0\FF\80\80\80\80\80\FD\09\F8\FB\CF\D0\FF\C0\80\80\80\AF\0D\E0\F3\C1\B9\F9\C6\FF\FF\80I\11\AB\DD\A1\B3\EC\A7\FF\EA\80\01_\F7\FD\D4\B7\FF\FF\80\80\80\EFZ\F4\FA\D3\D1\FF\FF\80\80\80\9BM\C3\F8\BC\C3\FF\FF\80\80\80\01\18\EF\FB\DA\DB\FF\CD\80\80\80\C93\DB\FF\C4\BA\80\80\80\80\80E.\BE\EF\C9\DA\FF\E4\80\80\80\01\BF\FB\FF\FF\80\80\80\80\80\80\DF\A5\F9\FF\D5\FF\80\80\80\80\80\8D|\F8\FF\FF\80\80\80\80\80\80\01\10\F8\FF\FF\80\80\80\80\80\80\BE$\E6\FF\EC\FF\80\80\80\80\80\95\01\FF\80\80\80\80\80\80\80\80\01\E2\FF\80\80\80\80\80\80\80\80\F7\C0\FF\80\80\80\80\80\80\80\80\F0\80\FF\80\80\80\80\80\80\80\80\01\86\FC\FF\FF\80\80\80\80\80\80\D5>\FA\FF\FF\80\80\80\80\80\807]\FF\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\CA\18\D5\EB\BA\BF\DC\A0\F0\AF\FF~&\B6\E8\A9\B8\E4\AE\FF\BB\80=.\8A\DB\97\B2\F0\AA\FF\D8\80\01p\E6\FA\C7\BF\F7\9F\FF\FF\80\A6m\E4\FC\D3\D7\FF\AE\80\80\80'M\A2\E8\AC\B4\F5\B2\FF\FF\80\014\DC\F6\C6\C7\F9\DC\FF\FF\80|J\BF\F3\B7\C1\FA\DD\FF\FF\80\18G\82\DB\9A\AA\F3\B6\FF\FF\80\01\B6\E1\F9\DB\F0\FF\E0\80\80\80\95\96\E2\FC\D8\CD\FF\AB\80\80\80\1Cl\AA\F2\B7\C2\FE\DF\FF\FF\80\01Q\E6\FC\CC\CB\FF\C0\80\80\80{f\D1\F7\BC\C4\FF\E9\80\80\80\14_\99\F3\A4\AD\FF\CB\80\80\80\01\DE\F8\FF\D8\D5\80\80\80\80\80\A8\AF\F6\FC\EB\CD\FF\FF\80\80\80/t\D7\FF\D3\D4\FF\FF\80\80\80\01y\EC\FD\D4\D6\FF\FF\80\80\80\8DT\D5\FC\C9\CA\FF\DB\80\80\80*P\A0\F0\A2\B9\FF\CD\80\80\80\01\01\FF\80\80\80\80\80\80\80\80\F4\01\FF\80\80\80\80\80\80\80\80\EE\01\FF\80\80\80\80\80\80\80\80", align 1
@mlcc_rt.image_vp8.vp8_ac_steps = internal constant [128 x i16] [i16 4, i16 5, i16 6, i16 7, i16 8, i16 9, i16 10, i16 11, i16 12, i16 13, i16 14, i16 15, i16 16, i16 17, i16 18, i16 19, i16 20, i16 21, i16 22, i16 23, i16 24, i16 25, i16 26, i16 27, i16 28, i16 29, i16 30, i16 31, i16 32, i16 33, i16 34, i16 35, i16 36, i16 37, i16 38, i16 39, i16 40, i16 41, i16 42, i16 43, i16 44, i16 45, i16 46, i16 47, i16 48, i16 49, i16 50, i16 51, i16 52, i16 53, i16 54, i16 55, i16 56, i16 57, i16 58, i16 60, i16 62, i16 64, i16 66, i16 68, i16 70, i16 72, i16 74, i16 76, i16 78, i16 80, i16 82, i16 84, i16 86, i16 88, i16 90, i16 92, i16 94, i16 96, i16 98, i16 100, i16 102, i16 104, i16 106, i16 108, i16 110, i16 112, i16 114, i16 116, i16 119, i16 122, i16 125, i16 128, i16 131, i16 134, i16 137, i16 140, i16 143, i16 146, i16 149, i16 152, i16 155, i16 158, i16 161, i16 164, i16 167, i16 170, i16 173, i16 177, i16 181, i16 185, i16 189, i16 193, i16 197, i16 201, i16 205, i16 209, i16 213, i16 217, i16 221, i16 225, i16 229, i16 234, i16 239, i16 245, i16 249, i16 254, i16 259, i16 264, i16 269, i16 274, i16 279, i16 284], align 2
@mlcc_rt.image_vp8.vp8_dc_steps = internal constant [128 x i8] c"\04\05\06\07\08\09\0A\0A\0B\0C\0D\0E\0F\10\11\11\12\13\14\14\15\15\16\16\17\17\18\19\19\1A\1B\1C\1D\1E\1F !\22#$%%&'()*+,-../0123456789:;<=>?@ABCDEFGHIJKLLMNOPQRSTUVWXY[]_`bdefhjlnprtvz|~\80\82\84\86\88\8A\8C\8F\91\94\97\9A\9D", align 1
@mlcc_rt.image_vp8.vp8_small_mode.tree = internal constant [18 x i8] c"\00\02\FF\04\FE\06\08\0C\FD\0A\FC\FB\FA\0E\F9\10\F8\F7", align 1
@mlcc_rt.image_vp8.vp8_mode_odds = internal constant [900 x i8] c"\E7x0Ysqx\98p\98\B3@~\AAv.F_\AFE\8FPURH\9Bg8:\0A\AB\DA\BD\11\0D\98r\1A\11\A3,\C3\15\0A\ADy\18P\C3\1A>,@U\90G\0A&\AB\D5\90\22\1A\AA.7\13\88\A0!\CEG?\14\08rr\D0\0C\09\E2Q(\0B`\B6T\1D\10$\86\B7Y\89bej\A5\94H\BBd\82\9Do KPBf\A7cJ>(\EA\80)5\09\B2\F1\8D\1A\08kJ+\1A\92I\A61\17\9DA&i\A034\1Fs\80hO\0C\1B\D9\FFW\11\07WDG,r3\0F\BA\17/)\0En\B6\B7\15\11\C2B-\19f\C5\BD\17\12\16XX\93\96*.-\C4\CD+a\B7uU&#\B3='5\C8W\1A\15+\E8\AB8\223hrf\1D]M'\1CU\AB:\A5Zb@\22\16t\CE\17\22+\A6Ik6 \1A3\01Q+\1FD\19j\16@\AB$\E1r\22\13\15f\84\BC\10L|>\12N_U9203\C1e#\9F\D7oY.o<\94\1F\AC\DB\E4\15\12opqMU\B3\FF&xr(*\01\C4\F5\D1\0A\19mX+\1D\8C\A6\D5%+\9A=?\1E\9BC-D\01\D1dP\08+\9A\013\1AG\8ENN\10\FF\80\22\C5\AB)(\05f\D3\B7\04\01\DD32\11\A8\D1\C0\17\19R\8A\1F$\AB\1B\A6&,\E5CW:\A9Rs\1A;\B3?;Z\B4;\A6]I\9A((\15t\8F\D1\22'\AF/\0F\10\B7\22\DF1-\B7.\11!\B7\06b\0F \B79.\16\18\80\016\11%A Is\1C\80\17\80\CD(\03\09s3\C0\12\06\DFW%\09s;M@\15/h7,\DA\0965\82\E2@ZF\CD()\17\1A969p\B8\05)&\A6\D5\1E\22\1A\85\98t\0A \86'\135\DD\1Ar I\FF\1F\09A\EA\02\0F\01vIK \0C3\C0\FF\A0+3X\1F#CfU7\BAU8\15\17o;\CD-%\C07&F|If\01\22b}b*XhUu\AFR_T5Y\80dqe-KO{/3\80Q\AB\019\11\05Gf95)1&!\0Dy9I\1A\01U)\0AC\8AMnZ/rs\15\02\0Af\FF\A6\17\06e\1D\10\0AU\80e\C4\1A9\12\0Aff\D5\22\14+u\14\0F$\A3\80D\01\1Af=G%\225\1F\F3\C0E<G&Iw\1C\DE%D-\80\22\01/\0B\F5\AB>\11\13F\92U7>F%+%\9Ad\A3U\A0\01?\09\\\88\1C@ \C9UK\0F\09\09@\FF\B8w\10V\06\1C\05@\FF\19\F8\018\08\11\84\89\FF7t\80:\0F\14R\879\1Ay(\A42\1F\89\9A\85\19#\DA3g,\83\83{\1F\06\9EV(@\87\94\E0-\B7\80\16\1A\11\83\F0\9A\0E\01\D1-\10\15[@\DE\07\01\C58\15'\9B<\8A\17f\D5S\0C\0D6\C0\FFD/\1CU\1AUU\80\80 \92\AB\12\0B\07?\90\AB\04\04\F6#\1B\0A\92\AE\AB\0C\1A\80\BEP#c\B4P~6-U~/W\B03)\14 eK\80\8Bv\92t\80U8)\0F\B0\ECU%\09>G\1E\11wv\FF\11\12\8Ae&<\8A7F+\1A\8E\92$\13\1E\AB\FFa\1B\14\8A-=>\DB\01Q\BC@ )\14u\97\8E\14\15\A3p\13\0C=\C3\800\04\18", align 1
@mlcc_rt.image_vp8.vp8_coefficients.bands = internal constant [17 x i8] c"\00\01\02\03\06\04\05\06\06\06\06\06\06\06\06\07\00", align 1
@mlcc_rt.image_vp8.vp8_coefficients.order = internal constant [16 x i8] c"\00\01\04\08\05\02\03\06\09\0C\0D\0A\07\0B\0E\0F", align 1
@mlcc_rt.image_vp8.vp8_large.digits = internal constant <{ <{ i8, i8, i8, [9 x i8] }>, <{ i8, i8, i8, i8, [8 x i8] }>, [12 x i8], [12 x i8] }> <{ <{ i8, i8, i8, [9 x i8] }> <{ i8 -83, i8 -108, i8 -116, [9 x i8] zeroinitializer }>, <{ i8, i8, i8, i8, [8 x i8] }> <{ i8 -80, i8 -101, i8 -116, i8 -121, [8 x i8] zeroinitializer }>, [12 x i8] c"\B4\9D\8D\86\82\00\00\00\00\00\00\00", [12 x i8] c"\FE\FE\F3\E6\C4\B1\99\8C\85\82\81\00" }>, align 1
@mlcc_rt.image_vp8.vp8_directions = internal constant [10 x [16 x i8]] [[16 x i8] zeroinitializer, [16 x i8] zeroinitializer, [16 x i8] c"\06\07\08\09\06\07\08\09\06\07\08\09\06\07\08\09", [16 x i8] c"\04\04\04\04\03\03\03\03\02\02\02\02\01\01\01\01", [16 x i8] c"\05\06\07\08\04\05\06\07\03\04\05\06\02\03\04\05", [16 x i8] c"\15\16\17\18\05\06\07\08\04\15\16\17\03\05\06\07", [16 x i8] c"\07\08\09\0A\08\09\0A\0B\09\0A\0B\0C\0A\0B\0C\0D", [16 x i8] c"\16\17\18\19\07\08\09\0A\17\18\19\0B\08\09\0A\0C", [16 x i8] c"\14\05\06\07\13\04\14\05\12\03\13\04\11\02\12\03", [16 x i8] c"\13\03\12\02\12\02\11\01\11\01\10\10\10\10\10\10"], align 1

define internal i32 @mlcc_rt_image_vp8(ptr %image, ptr %data, i32 %size) {
entry:
  %cmp = icmp ult i32 %size, 10
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %data, i32 3
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp1 = icmp ne i32 %conv, 157
  br i1 %cmp1, label %return, label %lor.lhs.false3

lor.lhs.false3:
  %arrayidx4 = getelementptr inbounds i8, ptr %data, i32 4
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %1 to i32
  %cmp6 = icmp ne i32 %conv5, 1
  br i1 %cmp6, label %return, label %lor.lhs.false8

lor.lhs.false8:
  %arrayidx9 = getelementptr inbounds i8, ptr %data, i32 5
  %2 = load i8, ptr %arrayidx9, align 1
  %conv10 = zext i8 %2 to i32
  %cmp11 = icmp ne i32 %conv10, 42
  br i1 %cmp11, label %return, label %if.end

if.end:
  %arrayidx13 = getelementptr inbounds i8, ptr %data, i32 0
  %3 = load i8, ptr %arrayidx13, align 1
  %conv14 = zext i8 %3 to i32
  %and = and i32 %conv14, 1
  %cmp15 = icmp ne i32 %and, 0
  br i1 %cmp15, label %return, label %lor.lhs.false17

lor.lhs.false17:
  %arrayidx18 = getelementptr inbounds i8, ptr %data, i32 0
  %4 = load i8, ptr %arrayidx18, align 1
  %conv19 = zext i8 %4 to i32
  %shr = ashr i32 %conv19, 1
  %and20 = and i32 %shr, 7
  %cmp21 = icmp sgt i32 %and20, 3
  br i1 %cmp21, label %return, label %if.end24

if.end24:
  %arrayidx25 = getelementptr inbounds i8, ptr %data, i32 6
  %5 = load i8, ptr %arrayidx25, align 1
  %conv26 = zext i8 %5 to i32
  %arrayidx27 = getelementptr inbounds i8, ptr %data, i32 7
  %6 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %6 to i32
  %shl = shl i32 %conv28, 8
  %or = or i32 %conv26, %shl
  %and29 = and i32 %or, 16383
  %conv30 = sext i32 %and29 to i64
  %arrayidx31 = getelementptr inbounds i8, ptr %data, i32 8
  %7 = load i8, ptr %arrayidx31, align 1
  %conv32 = zext i8 %7 to i32
  %arrayidx33 = getelementptr inbounds i8, ptr %data, i32 9
  %8 = load i8, ptr %arrayidx33, align 1
  %conv34 = zext i8 %8 to i32
  %shl35 = shl i32 %conv34, 8
  %or36 = or i32 %conv32, %shl35
  %and37 = and i32 %or36, 16383
  %conv38 = sext i32 %and37 to i64
  %call = call i32 @mlcc_rt_image_sizes(ptr %image, i64 %conv30, i64 %conv38)
  %cmp39 = icmp ne i32 %call, 0
  br i1 %cmp39, label %return, label %lor.lhs.false41

lor.lhs.false41:
  %rgb = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %9 = load ptr, ptr %rgb, align 4
  %cmp42 = icmp eq ptr %9, null
  br i1 %cmp42, label %return, label %if.end45

if.end45:
  %call46 = call ptr @mlcc_rt_image_take(i32 1, i32 2336)
  %cmp47 = icmp eq ptr %call46, null
  br i1 %cmp47, label %return, label %if.end50

if.end50:
  %width = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 2
  %10 = load i64, ptr %width, align 4
  %width51 = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 0
  store i64 %10, ptr %width51, align 4
  %height = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 3
  %11 = load i64, ptr %height, align 4
  %height52 = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 1
  store i64 %11, ptr %height52, align 4
  %width53 = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 0
  %12 = load i64, ptr %width53, align 4
  %add = add nsw i64 %12, 15
  %div = sdiv i64 %add, 16
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 2
  store i64 %div, ptr %columns, align 4
  %height54 = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 1
  %13 = load i64, ptr %height54, align 4
  %add55 = add nsw i64 %13, 15
  %div56 = sdiv i64 %add55, 16
  %rows = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 3
  store i64 %div56, ptr %rows, align 4
  %call57 = call i32 @mlcc_rt.image_vp8.vp8_decode(ptr %call46, ptr %data, i32 %size)
  %cmp58 = icmp eq i32 %call57, 0
  br i1 %cmp58, label %if.then60, label %if.end62

if.then60:
  %rgb61 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %14 = load ptr, ptr %rgb61, align 4
  call void @mlcc_rt.image_vp8.vp8_pixels(ptr %call46, ptr %14)
  br label %if.end62

if.end62:
  %planes = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 6
  %15 = load ptr, ptr %planes, align 4
  call void @free(ptr %15)
  %blocks = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 9
  %16 = load ptr, ptr %blocks, align 4
  call void @free(ptr %16)
  %modes = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 10
  %17 = load ptr, ptr %modes, align 4
  call void @free(ptr %17)
  %nonzero = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 11
  %18 = load ptr, ptr %nonzero, align 4
  call void @free(ptr %18)
  call void @free(ptr %call46)
  br label %return

return:
  %retval.0 = phi i32 [ %call57, %if.end62 ], [ 1, %entry ], [ 2, %if.end ], [ %call, %if.end24 ], [ 1, %lor.lhs.false8 ], [ 1, %lor.lhs.false3 ], [ 1, %lor.lhs.false ], [ 2, %lor.lhs.false17 ], [ %call, %lor.lhs.false41 ], [ 3, %if.end45 ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

declare ptr @mlcc_rt_image_take(i32, i32)

define internal i32 @mlcc_rt.image_vp8.vp8_decode(ptr %v, ptr %data, i32 %size) {
entry:
  %call = call i32 @mlcc_rt.image_vp8.vp8_header(ptr %v, ptr %data, i32 %size)
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call1 = call i32 @mlcc_rt.image_vp8.vp8_prepare(ptr %v)
  br label %if.end

if.end:
  %problem.0 = phi i32 [ %call1, %if.then ], [ %call, %entry ]
  br label %for.cond

for.cond:
  %problem.1 = phi i32 [ %problem.0, %if.end ], [ %problem.2, %for.inc39 ]
  %y.0 = phi i64 [ 0, %if.end ], [ %inc40, %for.inc39 ]
  %cond = icmp eq i32 %problem.1, 0
  br i1 %cond, label %land.rhs, label %if.end45

land.rhs:
  %rows = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %0 = load i64, ptr %rows, align 4
  %cmp3 = icmp slt i64 %y.0, %0
  br i1 %cmp3, label %for.cond4, label %for.end41

for.cond4:
  %k.0 = phi i32 [ %inc, %for.body6 ], [ 0, %land.rhs ]
  %cmp5 = icmp slt i32 %k.0, 4
  br i1 %cmp5, label %for.body6, label %for.cond8

for.body6:
  %modes = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 10
  %1 = load ptr, ptr %modes, align 4
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %2 = load i64, ptr %columns, align 4
  %mul = mul nsw i64 4, %2
  %conv = sext i32 %k.0 to i64
  %add = add nsw i64 %mul, %conv
  %idxprom = trunc i64 %add to i32
  %arrayidx = getelementptr inbounds i8, ptr %1, i32 %idxprom
  store i8 0, ptr %arrayidx, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond4

for.cond8:
  %k7.0 = phi i32 [ %inc19, %for.body11 ], [ 0, %for.cond4 ]
  %cmp9 = icmp slt i32 %k7.0, 9
  br i1 %cmp9, label %for.body11, label %for.cond21

for.body11:
  %nonzero = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 11
  %3 = load ptr, ptr %nonzero, align 4
  %columns12 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %4 = load i64, ptr %columns12, align 4
  %mul13 = mul nsw i64 9, %4
  %conv14 = sext i32 %k7.0 to i64
  %add15 = add nsw i64 %mul13, %conv14
  %idxprom16 = trunc i64 %add15 to i32
  %arrayidx17 = getelementptr inbounds i8, ptr %3, i32 %idxprom16
  store i8 0, ptr %arrayidx17, align 1
  %inc19 = add nsw i32 %k7.0, 1
  br label %for.cond8

for.cond21:
  %x.0 = phi i64 [ %inc27, %for.body25 ], [ 0, %for.cond8 ]
  %columns22 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %5 = load i64, ptr %columns22, align 4
  %cmp23 = icmp slt i64 %x.0, %5
  br i1 %cmp23, label %for.body25, label %for.end28

for.body25:
  call void @mlcc_rt.image_vp8.vp8_macroblock(ptr %v, i64 %x.0, i64 %y.0)
  %inc27 = add nsw i64 %x.0, 1
  br label %for.cond21

for.end28:
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %beyond = getelementptr inbounds nuw %struct.vp8_bits, ptr %header, i32 0, i32 5
  %6 = load i32, ptr %beyond, align 4
  %cmp29 = icmp sgt i32 %6, 4
  br i1 %cmp29, label %if.then37, label %lor.lhs.false

lor.lhs.false:
  %parts = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 13
  %part_count = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %7 = load i32, ptr %part_count, align 4
  %sub = sub nsw i32 %7, 1
  %conv31 = sext i32 %sub to i64
  %and = and i64 %y.0, %conv31
  %idxprom32 = trunc i64 %and to i32
  %arrayidx33 = getelementptr inbounds [8 x %struct.vp8_bits], ptr %parts, i32 0, i32 %idxprom32
  %beyond34 = getelementptr inbounds nuw %struct.vp8_bits, ptr %arrayidx33, i32 0, i32 5
  %8 = load i32, ptr %beyond34, align 4
  %cmp35 = icmp sgt i32 %8, 4
  br i1 %cmp35, label %if.then37, label %for.inc39

if.then37:
  br label %for.inc39

for.inc39:
  %problem.2 = phi i32 [ 1, %if.then37 ], [ %problem.1, %lor.lhs.false ]
  %inc40 = add nsw i64 %y.0, 1
  br label %for.cond

for.end41:
  %cmp42 = icmp eq i32 %problem.1, 0
  br i1 %cmp42, label %if.then44, label %if.end45

if.then44:
  call void @mlcc_rt.image_vp8.vp8_filter_all(ptr %v)
  br label %if.end45

if.end45:
  ret i32 %problem.1
}

define internal void @mlcc_rt.image_vp8.vp8_pixels(ptr %v, ptr %rgb) {
entry:
  %hue = alloca [2 x i32], align 4
  %height = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 1
  %0 = load i64, ptr %height, align 4
  %add = add nsw i64 %0, 1
  %div = sdiv i64 %add, 2
  %width = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 0
  %1 = load i64, ptr %width, align 4
  %add1 = add nsw i64 %1, 1
  %div2 = sdiv i64 %add1, 2
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %inc104, %for.inc103 ]
  %rgb.addr.0 = phi ptr [ %rgb, %entry ], [ %rgb.addr.1, %for.inc103 ]
  %height3 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 1
  %2 = load i64, ptr %height3, align 4
  %cmp = icmp slt i64 %y.0, %2
  br i1 %cmp, label %for.body, label %for.end105

for.body:
  %div4 = sdiv i64 %y.0, 2
  %rem = srem i64 %y.0, 2
  %tobool = icmp ne i64 %rem, 0
  %cond = select i1 %tobool, i32 1, i32 -1
  %conv = sext i32 %cond to i64
  %add5 = add nsw i64 %div4, %conv
  %cmp6 = icmp slt i64 %add5, 0
  br i1 %cmp6, label %cond.end13, label %cond.false

cond.false:
  %cmp8 = icmp sge i64 %add5, %div
  %sub = sub nsw i64 %div, 1
  %cond12 = select i1 %cmp8, i64 %sub, i64 %add5
  br label %cond.end13

cond.end13:
  %cond14 = phi i64 [ %cond12, %cond.false ], [ 0, %for.body ]
  br label %for.cond15

for.cond15:
  %x.0 = phi i64 [ 0, %cond.end13 ], [ %inc100, %for.end ]
  %rgb.addr.1 = phi ptr [ %rgb.addr.0, %cond.end13 ], [ %add.ptr101, %for.end ]
  %width16 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 0
  %3 = load i64, ptr %width16, align 4
  %cmp17 = icmp slt i64 %x.0, %3
  br i1 %cmp17, label %for.body19, label %for.inc103

for.body19:
  %div20 = sdiv i64 %x.0, 2
  %rem21 = srem i64 %x.0, 2
  %tobool22 = icmp ne i64 %rem21, 0
  %cond23 = select i1 %tobool22, i32 1, i32 -1
  %conv24 = sext i32 %cond23 to i64
  %add25 = add nsw i64 %div20, %conv24
  %cmp26 = icmp slt i64 %add25, 0
  br i1 %cmp26, label %cond.end37, label %cond.false29

cond.false29:
  %cmp30 = icmp sge i64 %add25, %div2
  %sub33 = sub nsw i64 %div2, 1
  %cond36 = select i1 %cmp30, i64 %sub33, i64 %add25
  br label %cond.end37

cond.end37:
  %cond38 = phi i64 [ %cond36, %cond.false29 ], [ 0, %for.body19 ]
  br label %for.cond39

for.cond39:
  %k.0 = phi i32 [ 0, %cond.end37 ], [ %inc, %for.body42 ]
  %cmp40 = icmp slt i32 %k.0, 2
  br i1 %cmp40, label %for.body42, label %for.end

for.body42:
  %chroma = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 8
  %arrayidx = getelementptr inbounds [2 x ptr], ptr %chroma, i32 0, i32 %k.0
  %4 = load ptr, ptr %arrayidx, align 4
  %div43 = sdiv i64 %y.0, 2
  %half_stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %5 = load i64, ptr %half_stride, align 4
  %mul = mul nsw i64 %div43, %5
  %idx.ext = trunc i64 %mul to i32
  %add.ptr = getelementptr inbounds i8, ptr %4, i32 %idx.ext
  %chroma44 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 8
  %arrayidx45 = getelementptr inbounds [2 x ptr], ptr %chroma44, i32 0, i32 %k.0
  %6 = load ptr, ptr %arrayidx45, align 4
  %half_stride46 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %7 = load i64, ptr %half_stride46, align 4
  %mul47 = mul nsw i64 %cond14, %7
  %idx.ext48 = trunc i64 %mul47 to i32
  %add.ptr49 = getelementptr inbounds i8, ptr %6, i32 %idx.ext48
  %div50 = sdiv i64 %x.0, 2
  %idxprom = trunc i64 %div50 to i32
  %arrayidx51 = getelementptr inbounds i8, ptr %add.ptr, i32 %idxprom
  %8 = load i8, ptr %arrayidx51, align 1
  %conv52 = zext i8 %8 to i32
  %mul53 = mul nsw i32 9, %conv52
  %idxprom54 = trunc i64 %cond38 to i32
  %arrayidx55 = getelementptr inbounds i8, ptr %add.ptr, i32 %idxprom54
  %9 = load i8, ptr %arrayidx55, align 1
  %conv56 = zext i8 %9 to i32
  %div57 = sdiv i64 %x.0, 2
  %idxprom58 = trunc i64 %div57 to i32
  %arrayidx59 = getelementptr inbounds i8, ptr %add.ptr49, i32 %idxprom58
  %10 = load i8, ptr %arrayidx59, align 1
  %conv60 = zext i8 %10 to i32
  %add61 = add nsw i32 %conv56, %conv60
  %mul62 = mul nsw i32 3, %add61
  %add63 = add nsw i32 %mul53, %mul62
  %idxprom64 = trunc i64 %cond38 to i32
  %arrayidx65 = getelementptr inbounds i8, ptr %add.ptr49, i32 %idxprom64
  %11 = load i8, ptr %arrayidx65, align 1
  %conv66 = zext i8 %11 to i32
  %add67 = add nsw i32 %add63, %conv66
  %add68 = add nsw i32 %add67, 8
  %shr = ashr i32 %add68, 4
  %arrayidx69 = getelementptr inbounds [2 x i32], ptr %hue, i32 0, i32 %k.0
  store i32 %shr, ptr %arrayidx69, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond39

for.end:
  %luma = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 7
  %12 = load ptr, ptr %luma, align 4
  %stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %13 = load i64, ptr %stride, align 4
  %mul70 = mul nsw i64 %y.0, %13
  %add71 = add nsw i64 %mul70, %x.0
  %idxprom72 = trunc i64 %add71 to i32
  %arrayidx73 = getelementptr inbounds i8, ptr %12, i32 %idxprom72
  %14 = load i8, ptr %arrayidx73, align 1
  %conv74 = zext i8 %14 to i32
  %call = call i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %conv74, i32 19077)
  %arrayidx75 = getelementptr inbounds [2 x i32], ptr %hue, i32 0, i32 1
  %15 = load i32, ptr %arrayidx75, align 4
  %call76 = call i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %15, i32 26149)
  %add77 = add nsw i32 %call, %call76
  %sub78 = sub nsw i32 %add77, 14234
  %call79 = call i32 @mlcc_rt.image_vp8.vp8_colour(i32 %sub78)
  %conv80 = trunc i32 %call79 to i8
  %arrayidx81 = getelementptr inbounds i8, ptr %rgb.addr.1, i32 0
  store i8 %conv80, ptr %arrayidx81, align 1
  %arrayidx82 = getelementptr inbounds [2 x i32], ptr %hue, i32 0, i32 0
  %16 = load i32, ptr %arrayidx82, align 4
  %call83 = call i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %16, i32 6419)
  %sub84 = sub nsw i32 %call, %call83
  %arrayidx85 = getelementptr inbounds [2 x i32], ptr %hue, i32 0, i32 1
  %17 = load i32, ptr %arrayidx85, align 4
  %call86 = call i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %17, i32 13320)
  %sub87 = sub nsw i32 %sub84, %call86
  %add88 = add nsw i32 %sub87, 8708
  %call89 = call i32 @mlcc_rt.image_vp8.vp8_colour(i32 %add88)
  %conv90 = trunc i32 %call89 to i8
  %arrayidx91 = getelementptr inbounds i8, ptr %rgb.addr.1, i32 1
  store i8 %conv90, ptr %arrayidx91, align 1
  %arrayidx92 = getelementptr inbounds [2 x i32], ptr %hue, i32 0, i32 0
  %18 = load i32, ptr %arrayidx92, align 4
  %call93 = call i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %18, i32 33050)
  %add94 = add nsw i32 %call, %call93
  %sub95 = sub nsw i32 %add94, 17685
  %call96 = call i32 @mlcc_rt.image_vp8.vp8_colour(i32 %sub95)
  %conv97 = trunc i32 %call96 to i8
  %arrayidx98 = getelementptr inbounds i8, ptr %rgb.addr.1, i32 2
  store i8 %conv97, ptr %arrayidx98, align 1
  %inc100 = add nsw i64 %x.0, 1
  %add.ptr101 = getelementptr inbounds i8, ptr %rgb.addr.1, i32 3
  br label %for.cond15

for.inc103:
  %inc104 = add nsw i64 %y.0, 1
  br label %for.cond

for.end105:
  ret void
}

declare void @free(ptr)

define internal i32 @mlcc_rt.image_vp8.vp8_header(ptr %v, ptr %data, i32 %size) {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %data, i32 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %arrayidx1 = getelementptr inbounds i8, ptr %data, i32 1
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %shl = shl i32 %conv2, 8
  %or = or i32 %conv, %shl
  %arrayidx3 = getelementptr inbounds i8, ptr %data, i32 2
  %2 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %2 to i32
  %shl5 = shl i32 %conv4, 16
  %or6 = or i32 %or, %shl5
  %shr = lshr i32 %or6, 5
  %sub = sub i32 %size, 10
  %cmp = icmp ugt i32 %shr, %sub
  br i1 %cmp, label %return, label %if.end

if.end:
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %add.ptr = getelementptr inbounds i8, ptr %data, i32 10
  call void @mlcc_rt.image_vp8.vp8_begin(ptr %header, ptr %add.ptr, i32 %shr)
  %header8 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header8, i32 2)
  call void @mlcc_rt.image_vp8.vp8_read_segments(ptr %v)
  call void @mlcc_rt.image_vp8.vp8_read_filter(ptr %v)
  %add.ptr9 = getelementptr inbounds i8, ptr %data, i32 10
  %add.ptr10 = getelementptr inbounds nuw i8, ptr %add.ptr9, i32 %shr
  %add.ptr11 = getelementptr inbounds nuw i8, ptr %data, i32 %size
  %call12 = call i32 @mlcc_rt.image_vp8.vp8_read_parts(ptr %v, ptr %add.ptr10, ptr %add.ptr11)
  call void @mlcc_rt.image_vp8.vp8_read_steps(ptr %v)
  %header13 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call14 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header13, i32 128)
  %odds15 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 30
  %arrayidx16 = getelementptr inbounds [4 x [8 x [3 x [11 x i8]]]], ptr %odds15, i32 0, i32 0
  %arrayidx17 = getelementptr inbounds [8 x [3 x [11 x i8]]], ptr %arrayidx16, i32 0, i32 0
  %arrayidx18 = getelementptr inbounds [3 x [11 x i8]], ptr %arrayidx17, i32 0, i32 0
  %arrayidx19 = getelementptr inbounds [11 x i8], ptr %arrayidx18, i32 0, i32 0
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %cond.end ]
  %cmp20 = icmp slt i32 %k.0, 1056
  br i1 %cmp20, label %for.body, label %for.end

for.body:
  %header22 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %arrayidx23 = getelementptr inbounds [1056 x i8], ptr @mlcc_rt.image_vp8.vp8_update_odds, i32 0, i32 %k.0
  %3 = load i8, ptr %arrayidx23, align 1
  %conv24 = zext i8 %3 to i32
  %call25 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header22, i32 %conv24)
  %tobool = icmp ne i32 %call25, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %header26 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call27 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header26, i32 8)
  %conv28 = trunc i32 %call27 to i8
  %conv29 = zext i8 %conv28 to i32
  br label %cond.end

cond.false:
  %arrayidx30 = getelementptr inbounds [1056 x i8], ptr @mlcc_rt.image_vp8.vp8_first_odds, i32 0, i32 %k.0
  %4 = load i8, ptr %arrayidx30, align 1
  %conv31 = zext i8 %4 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv29, %cond.true ], [ %conv31, %cond.false ]
  %conv32 = trunc i32 %cond to i8
  %arrayidx33 = getelementptr inbounds i8, ptr %arrayidx19, i32 %k.0
  store i8 %conv32, ptr %arrayidx33, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %header34 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call35 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header34, i32 128)
  %skips = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 27
  store i32 %call35, ptr %skips, align 4
  %skips36 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 27
  %5 = load i32, ptr %skips36, align 4
  %tobool37 = icmp ne i32 %5, 0
  br i1 %tobool37, label %cond.true38, label %cond.end42

cond.true38:
  %header39 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call40 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header39, i32 8)
  br label %cond.end42

cond.end42:
  %cond43 = phi i32 [ %call40, %cond.true38 ], [ 0, %for.end ]
  %skip_odds = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 28
  store i32 %cond43, ptr %skip_odds, align 4
  br label %return

return:
  %retval.0 = phi i32 [ %call12, %cond.end42 ], [ 1, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8.vp8_prepare(ptr %v) {
entry:
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %0 = load i64, ptr %columns, align 4
  %mul = mul nsw i64 16, %0
  %add = add nsw i64 %mul, 32
  %stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  store i64 %add, ptr %stride, align 4
  %columns1 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %1 = load i64, ptr %columns1, align 4
  %mul2 = mul nsw i64 8, %1
  %add3 = add nsw i64 %mul2, 16
  %half_stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  store i64 %add3, ptr %half_stride, align 4
  %stride4 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %2 = load i64, ptr %stride4, align 4
  %rows = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %3 = load i64, ptr %rows, align 4
  %mul5 = mul nsw i64 16, %3
  %add6 = add nsw i64 %mul5, 1
  %mul7 = mul nsw i64 %2, %add6
  %conv = trunc i64 %mul7 to i32
  %half_stride8 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %4 = load i64, ptr %half_stride8, align 4
  %rows9 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %5 = load i64, ptr %rows9, align 4
  %mul10 = mul nsw i64 8, %5
  %add11 = add nsw i64 %mul10, 1
  %mul12 = mul nsw i64 %4, %add11
  %conv13 = trunc i64 %mul12 to i32
  %mul14 = mul i32 2, %conv13
  %add15 = add i32 %conv, %mul14
  %call = call ptr @mlcc_rt_image_take(i32 %add15, i32 1)
  %planes = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 6
  store ptr %call, ptr %planes, align 4
  %columns16 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %6 = load i64, ptr %columns16, align 4
  %rows17 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %7 = load i64, ptr %rows17, align 4
  %mul18 = mul nsw i64 %6, %7
  %conv19 = trunc i64 %mul18 to i32
  %call20 = call ptr @mlcc_rt_image_take(i32 %conv19, i32 5)
  %blocks = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 9
  store ptr %call20, ptr %blocks, align 4
  %columns21 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %8 = load i64, ptr %columns21, align 4
  %conv22 = trunc i64 %8 to i32
  %mul23 = mul i32 %conv22, 4
  %add24 = add i32 %mul23, 4
  %call25 = call ptr @mlcc_rt_image_take(i32 %add24, i32 1)
  %modes = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 10
  store ptr %call25, ptr %modes, align 4
  %columns26 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %9 = load i64, ptr %columns26, align 4
  %conv27 = trunc i64 %9 to i32
  %mul28 = mul i32 %conv27, 9
  %add29 = add i32 %mul28, 9
  %call30 = call ptr @mlcc_rt_image_take(i32 %add29, i32 1)
  %nonzero = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 11
  store ptr %call30, ptr %nonzero, align 4
  %planes31 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 6
  %10 = load ptr, ptr %planes31, align 4
  %cmp = icmp eq ptr %10, null
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %blocks33 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 9
  %11 = load ptr, ptr %blocks33, align 4
  %cmp34 = icmp eq ptr %11, null
  br i1 %cmp34, label %return, label %lor.lhs.false36

lor.lhs.false36:
  %modes37 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 10
  %12 = load ptr, ptr %modes37, align 4
  %cmp38 = icmp eq ptr %12, null
  br i1 %cmp38, label %return, label %lor.lhs.false40

lor.lhs.false40:
  %nonzero41 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 11
  %13 = load ptr, ptr %nonzero41, align 4
  %cmp42 = icmp eq ptr %13, null
  br i1 %cmp42, label %return, label %for.cond

for.cond:
  %n.0 = phi i32 [ %inc95, %for.inc94 ], [ 0, %lor.lhs.false40 ]
  %cmp44 = icmp slt i32 %n.0, 3
  br i1 %cmp44, label %for.body, label %return

for.body:
  %planes46 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 6
  %14 = load ptr, ptr %planes46, align 4
  %cmp47 = icmp sgt i32 %n.0, 0
  %sub = sub nsw i32 %n.0, 1
  %mul49 = mul i32 %sub, %conv13
  %add50 = add i32 %conv, %mul49
  %cond = select i1 %cmp47, i32 %add50, i32 0
  %add.ptr = getelementptr inbounds nuw i8, ptr %14, i32 %cond
  %cmp52 = icmp sgt i32 %n.0, 0
  br i1 %cmp52, label %cond.true54, label %cond.false56

cond.true54:
  %half_stride55 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %15 = load i64, ptr %half_stride55, align 4
  br label %cond.end58

cond.false56:
  %stride57 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %16 = load i64, ptr %stride57, align 4
  br label %cond.end58

cond.end58:
  %cond59 = phi i64 [ %15, %cond.true54 ], [ %16, %cond.false56 ]
  %cmp61 = icmp sgt i32 %n.0, 0
  %cond63 = select i1 %cmp61, i32 8, i32 16
  %conv64 = sext i32 %cond63 to i64
  %rows65 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %17 = load i64, ptr %rows65, align 4
  %mul66 = mul nsw i64 %conv64, %17
  %idx.ext = trunc i64 %cond59 to i32
  %add.ptr67 = getelementptr inbounds i8, ptr %add.ptr, i32 %idx.ext
  %add.ptr68 = getelementptr inbounds i8, ptr %add.ptr67, i32 8
  %cmp69 = icmp sgt i32 %n.0, 0
  %chroma72 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 8
  %sub73 = sub nsw i32 %n.0, 1
  %arrayidx = getelementptr inbounds [2 x ptr], ptr %chroma72, i32 0, i32 %sub73
  %luma75 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 7
  %cond77 = select i1 %cmp69, ptr %arrayidx, ptr %luma75
  store ptr %add.ptr68, ptr %cond77, align 4
  br label %for.cond78

for.cond78:
  %k.0 = phi i64 [ 0, %cond.end58 ], [ %inc, %for.body81 ]
  %cmp79 = icmp slt i64 %k.0, %cond59
  br i1 %cmp79, label %for.body81, label %for.cond83

for.body81:
  %idxprom = trunc i64 %k.0 to i32
  %arrayidx82 = getelementptr inbounds i8, ptr %add.ptr, i32 %idxprom
  store i8 127, ptr %arrayidx82, align 1
  %inc = add nsw i64 %k.0, 1
  br label %for.cond78

for.cond83:
  %y.0 = phi i64 [ %inc92, %for.body86 ], [ 1, %for.cond78 ]
  %cmp84 = icmp sle i64 %y.0, %mul66
  br i1 %cmp84, label %for.body86, label %for.inc94

for.body86:
  %mul87 = mul nsw i64 %y.0, %cond59
  %add88 = add nsw i64 %mul87, 7
  %idxprom89 = trunc i64 %add88 to i32
  %arrayidx90 = getelementptr inbounds i8, ptr %add.ptr, i32 %idxprom89
  store i8 -127, ptr %arrayidx90, align 1
  %inc92 = add nsw i64 %y.0, 1
  br label %for.cond83

for.inc94:
  %inc95 = add nsw i32 %n.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 3, %entry ], [ 3, %lor.lhs.false40 ], [ 3, %lor.lhs.false36 ], [ 3, %lor.lhs.false ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_vp8.vp8_macroblock(ptr %v, i64 %x, i64 %y) {
entry:
  %modes15 = alloca [16 x i8], align 1
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %blocks = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 9
  %0 = load ptr, ptr %blocks, align 4
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %1 = load i64, ptr %columns, align 4
  %mul = mul nsw i64 %y, %1
  %add = add nsw i64 %mul, %x
  %idxprom = trunc i64 %add to i32
  %arrayidx = getelementptr inbounds %struct.vp8_block, ptr %0, i32 %idxprom
  %modes = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 10
  %2 = load ptr, ptr %modes, align 4
  %mul1 = mul nsw i64 4, %x
  %idx.ext = trunc i64 %mul1 to i32
  %add.ptr = getelementptr inbounds i8, ptr %2, i32 %idx.ext
  %modes2 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 10
  %3 = load ptr, ptr %modes2, align 4
  %columns3 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %4 = load i64, ptr %columns3, align 4
  %mul4 = mul nsw i64 4, %4
  %idx.ext5 = trunc i64 %mul4 to i32
  %add.ptr6 = getelementptr inbounds i8, ptr %3, i32 %idx.ext5
  %nonzero = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 11
  %5 = load ptr, ptr %nonzero, align 4
  %mul7 = mul nsw i64 9, %x
  %idx.ext8 = trunc i64 %mul7 to i32
  %add.ptr9 = getelementptr inbounds i8, ptr %5, i32 %idx.ext8
  %nonzero10 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 11
  %6 = load ptr, ptr %nonzero10, align 4
  %columns11 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %7 = load i64, ptr %columns11, align 4
  %mul12 = mul nsw i64 9, %7
  %idx.ext13 = trunc i64 %mul12 to i32
  %add.ptr14 = getelementptr inbounds i8, ptr %6, i32 %idx.ext13
  %by_map = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 16
  %8 = load i32, ptr %by_map, align 4
  %tobool = icmp ne i32 %8, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:
  %segment_odds = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 18
  %arrayidx16 = getelementptr inbounds [3 x i32], ptr %segment_odds, i32 0, i32 0
  %9 = load i32, ptr %arrayidx16, align 4
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 %9)
  %tobool17 = icmp ne i32 %call, 0
  br i1 %tobool17, label %cond.false, label %cond.true

cond.true:
  %segment_odds18 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 18
  %arrayidx19 = getelementptr inbounds [3 x i32], ptr %segment_odds18, i32 0, i32 1
  %10 = load i32, ptr %arrayidx19, align 4
  %call20 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 %10)
  br label %if.end

cond.false:
  %segment_odds21 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 18
  %arrayidx22 = getelementptr inbounds [3 x i32], ptr %segment_odds21, i32 0, i32 2
  %11 = load i32, ptr %arrayidx22, align 4
  %call23 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 %11)
  %add24 = add nsw i32 2, %call23
  br label %if.end

if.end:
  %segment.0 = phi i32 [ 0, %entry ], [ %call20, %cond.true ], [ %add24, %cond.false ]
  %skips = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 27
  %12 = load i32, ptr %skips, align 4
  %tobool25 = icmp ne i32 %12, 0
  br i1 %tobool25, label %cond.true26, label %cond.end29

cond.true26:
  %skip_odds = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 28
  %13 = load i32, ptr %skip_odds, align 4
  %call27 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 %13)
  br label %cond.end29

cond.end29:
  %cond30 = phi i32 [ %call27, %cond.true26 ], [ 0, %if.end ]
  %call31 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 145)
  %conv = trunc i32 %call31 to i8
  %flat = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  store i8 %conv, ptr %flat, align 1
  %flat32 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %14 = load i8, ptr %flat32, align 1
  %tobool33 = icmp ne i8 %14, 0
  br i1 %tobool33, label %if.then34, label %if.end47

if.then34:
  %call35 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 156)
  %tobool36 = icmp ne i32 %call35, 0
  br i1 %tobool36, label %cond.true37, label %cond.false41

cond.true37:
  %call38 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %tobool39 = icmp ne i32 %call38, 0
  %cond40 = select i1 %tobool39, i32 1, i32 3
  br label %if.end47

cond.false41:
  %call42 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 163)
  %tobool43 = icmp ne i32 %call42, 0
  %cond44 = select i1 %tobool43, i32 2, i32 0
  br label %if.end47

if.end47:
  %mode.0 = phi i32 [ 0, %cond.end29 ], [ %cond40, %cond.true37 ], [ %cond44, %cond.false41 ]
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.end47 ], [ %inc, %cond.end59 ]
  %cmp = icmp slt i32 %k.0, 16
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %rem = srem i32 %k.0, 4
  %add.ptr49 = getelementptr inbounds i8, ptr %add.ptr, i32 %rem
  %div = sdiv i32 %k.0, 4
  %add.ptr50 = getelementptr inbounds i8, ptr %add.ptr6, i32 %div
  %flat51 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %15 = load i8, ptr %flat51, align 1
  %conv52 = zext i8 %15 to i32
  %tobool53 = icmp ne i32 %conv52, 0
  br i1 %tobool53, label %cond.end59, label %cond.false55

cond.false55:
  %16 = load i8, ptr %add.ptr49, align 1
  %conv56 = zext i8 %16 to i32
  %17 = load i8, ptr %add.ptr50, align 1
  %conv57 = zext i8 %17 to i32
  %call58 = call i32 @mlcc_rt.image_vp8.vp8_small_mode(ptr %header, i32 %conv56, i32 %conv57)
  br label %cond.end59

cond.end59:
  %cond60 = phi i32 [ %call58, %cond.false55 ], [ %mode.0, %for.body ]
  %conv61 = trunc i32 %cond60 to i8
  %arrayidx62 = getelementptr inbounds [16 x i8], ptr %modes15, i32 0, i32 %k.0
  store i8 %conv61, ptr %arrayidx62, align 1
  %arrayidx63 = getelementptr inbounds [16 x i8], ptr %modes15, i32 0, i32 %k.0
  %18 = load i8, ptr %arrayidx63, align 1
  store i8 %18, ptr %add.ptr50, align 1
  store i8 %18, ptr %add.ptr49, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %call64 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 142)
  %tobool65 = icmp ne i32 %call64, 0
  br i1 %tobool65, label %cond.false67, label %cond.end77

cond.false67:
  %call68 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 114)
  %tobool69 = icmp ne i32 %call68, 0
  br i1 %tobool69, label %cond.false71, label %cond.end77

cond.false71:
  %call72 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 183)
  %tobool73 = icmp ne i32 %call72, 0
  %cond74 = select i1 %tobool73, i32 1, i32 3
  br label %cond.end77

cond.end77:
  %cond78 = phi i32 [ 0, %for.end ], [ %cond74, %cond.false71 ], [ 2, %cond.false67 ]
  %tobool79 = icmp ne i32 %cond30, 0
  br i1 %tobool79, label %for.cond88, label %if.then80

if.then80:
  %parts = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 13
  %part_count = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %19 = load i32, ptr %part_count, align 4
  %sub = sub nsw i32 %19, 1
  %conv81 = sext i32 %sub to i64
  %and = and i64 %y, %conv81
  %idxprom82 = trunc i64 %and to i32
  %arrayidx83 = getelementptr inbounds [8 x %struct.vp8_bits], ptr %parts, i32 0, i32 %idxprom82
  %flat84 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %20 = load i8, ptr %flat84, align 1
  %conv85 = zext i8 %20 to i32
  %call86 = call i32 @mlcc_rt.image_vp8.vp8_residue(ptr %v, ptr %arrayidx83, i32 %segment.0, i32 %conv85, ptr %add.ptr9, ptr %add.ptr14)
  br label %if.end109

for.cond88:
  %k87.0 = phi i32 [ %inc98, %for.body94 ], [ 0, %cond.end77 ]
  %flat89 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %21 = load i8, ptr %flat89, align 1
  %conv90 = zext i8 %21 to i32
  %add91 = add nsw i32 8, %conv90
  %cmp92 = icmp slt i32 %k87.0, %add91
  br i1 %cmp92, label %for.body94, label %for.cond101

for.body94:
  %arrayidx95 = getelementptr inbounds i8, ptr %add.ptr14, i32 %k87.0
  store i8 0, ptr %arrayidx95, align 1
  %arrayidx96 = getelementptr inbounds i8, ptr %add.ptr9, i32 %k87.0
  store i8 0, ptr %arrayidx96, align 1
  %inc98 = add nsw i32 %k87.0, 1
  br label %for.cond88

for.cond101:
  %k100.0 = phi i32 [ %inc107, %for.body104 ], [ 0, %for.cond88 ]
  %cmp102 = icmp slt i32 %k100.0, 400
  br i1 %cmp102, label %for.body104, label %if.end109

for.body104:
  %coefficients = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 31
  %arrayidx105 = getelementptr inbounds [400 x i16], ptr %coefficients, i32 0, i32 %k100.0
  store i16 0, ptr %arrayidx105, align 2
  %inc107 = add nsw i32 %k100.0, 1
  br label %for.cond101

if.end109:
  %any.0 = phi i32 [ %call86, %if.then80 ], [ 0, %for.cond101 ]
  call void @mlcc_rt.image_vp8.vp8_filter_strength(ptr %v, ptr %arrayidx, i32 %segment.0)
  %flat110 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %22 = load i8, ptr %flat110, align 1
  %tobool111 = icmp ne i8 %22, 0
  %tobool112 = icmp ne i32 %any.0, 0
  %23 = select i1 %tobool111, i1 %tobool112, i1 true
  %lor.ext = zext i1 %23 to i32
  %conv113 = trunc i32 %lor.ext to i8
  %inner = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 2
  store i8 %conv113, ptr %inner, align 1
  %cmp114 = icmp sgt i64 %x, 0
  %conv115 = zext i1 %cmp114 to i32
  %cmp116 = icmp sgt i64 %y, 0
  %conv117 = zext i1 %cmp116 to i32
  %shl = shl i32 %conv117, 1
  %or = or i32 %conv115, %shl
  %luma118 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 7
  %24 = load ptr, ptr %luma118, align 4
  %mul119 = mul nsw i64 %y, 16
  %stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %25 = load i64, ptr %stride, align 4
  %mul120 = mul nsw i64 %mul119, %25
  %idx.ext121 = trunc i64 %mul120 to i32
  %add.ptr122 = getelementptr inbounds i8, ptr %24, i32 %idx.ext121
  %mul123 = mul nsw i64 %x, 16
  %idx.ext124 = trunc i64 %mul123 to i32
  %add.ptr125 = getelementptr inbounds i8, ptr %add.ptr122, i32 %idx.ext124
  %flat126 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %26 = load i8, ptr %flat126, align 1
  %tobool127 = icmp ne i8 %26, 0
  br i1 %tobool127, label %if.then128, label %if.else152

if.then128:
  %stride129 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %27 = load i64, ptr %stride129, align 4
  call void @mlcc_rt.image_vp8.vp8_predict(ptr %add.ptr125, i64 %27, i32 16, i32 %mode.0, i32 %or)
  br label %for.cond131

for.cond131:
  %k130.0 = phi i32 [ 0, %if.then128 ], [ %inc150, %for.body134 ]
  %cmp132 = icmp slt i32 %k130.0, 16
  br i1 %cmp132, label %for.body134, label %if.end154

for.body134:
  %coefficients135 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 31
  %arraydecay = getelementptr inbounds [400 x i16], ptr %coefficients135, i32 0, i32 0
  %mul136 = mul nsw i32 16, %k130.0
  %add.ptr137 = getelementptr inbounds i16, ptr %arraydecay, i32 %mul136
  %div138 = sdiv i32 %k130.0, 4
  %mul139 = mul nsw i32 %div138, 4
  %conv140 = sext i32 %mul139 to i64
  %stride141 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %28 = load i64, ptr %stride141, align 4
  %mul142 = mul nsw i64 %conv140, %28
  %idx.ext143 = trunc i64 %mul142 to i32
  %add.ptr144 = getelementptr inbounds i8, ptr %add.ptr125, i32 %idx.ext143
  %rem145 = srem i32 %k130.0, 4
  %mul146 = mul nsw i32 %rem145, 4
  %add.ptr147 = getelementptr inbounds i8, ptr %add.ptr144, i32 %mul146
  %stride148 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %29 = load i64, ptr %stride148, align 4
  call void @mlcc_rt.image_vp8.vp8_add(ptr %add.ptr137, ptr %add.ptr147, i64 %29)
  %inc150 = add nsw i32 %k130.0, 1
  br label %for.cond131

if.else152:
  %arraydecay153 = getelementptr inbounds [16 x i8], ptr %modes15, i32 0, i32 0
  call void @mlcc_rt.image_vp8.vp8_luma_blocks(ptr %v, ptr %add.ptr125, i64 %x, i64 %y, ptr %arraydecay153)
  br label %if.end154

if.end154:
  br label %for.cond156

for.cond156:
  %k155.0 = phi i32 [ 0, %if.end154 ], [ %inc193, %if.end174 ]
  %cmp157 = icmp slt i32 %k155.0, 8
  br i1 %cmp157, label %for.body159, label %for.end194

for.body159:
  %chroma = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 8
  %div160 = sdiv i32 %k155.0, 4
  %arrayidx161 = getelementptr inbounds [2 x ptr], ptr %chroma, i32 0, i32 %div160
  %30 = load ptr, ptr %arrayidx161, align 4
  %mul162 = mul nsw i64 %y, 8
  %half_stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %31 = load i64, ptr %half_stride, align 4
  %mul163 = mul nsw i64 %mul162, %31
  %idx.ext164 = trunc i64 %mul163 to i32
  %add.ptr165 = getelementptr inbounds i8, ptr %30, i32 %idx.ext164
  %mul166 = mul nsw i64 %x, 8
  %idx.ext167 = trunc i64 %mul166 to i32
  %add.ptr168 = getelementptr inbounds i8, ptr %add.ptr165, i32 %idx.ext167
  %rem169 = srem i32 %k155.0, 4
  %cmp170 = icmp eq i32 %rem169, 0
  br i1 %cmp170, label %if.then172, label %if.end174

if.then172:
  %half_stride173 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %32 = load i64, ptr %half_stride173, align 4
  call void @mlcc_rt.image_vp8.vp8_predict(ptr %add.ptr168, i64 %32, i32 8, i32 %cond78, i32 %or)
  br label %if.end174

if.end174:
  %coefficients175 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 31
  %arraydecay176 = getelementptr inbounds [400 x i16], ptr %coefficients175, i32 0, i32 0
  %add.ptr177 = getelementptr inbounds i16, ptr %arraydecay176, i32 256
  %mul178 = mul nsw i32 16, %k155.0
  %add.ptr179 = getelementptr inbounds i16, ptr %add.ptr177, i32 %mul178
  %rem180 = srem i32 %k155.0, 4
  %div181 = sdiv i32 %rem180, 2
  %mul182 = mul nsw i32 %div181, 4
  %conv183 = sext i32 %mul182 to i64
  %half_stride184 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %33 = load i64, ptr %half_stride184, align 4
  %mul185 = mul nsw i64 %conv183, %33
  %idx.ext186 = trunc i64 %mul185 to i32
  %add.ptr187 = getelementptr inbounds i8, ptr %add.ptr168, i32 %idx.ext186
  %rem188 = srem i32 %k155.0, 2
  %mul189 = mul nsw i32 %rem188, 4
  %add.ptr190 = getelementptr inbounds i8, ptr %add.ptr187, i32 %mul189
  %half_stride191 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %34 = load i64, ptr %half_stride191, align 4
  call void @mlcc_rt.image_vp8.vp8_add(ptr %add.ptr179, ptr %add.ptr190, i64 %34)
  %inc193 = add nsw i32 %k155.0, 1
  br label %for.cond156

for.end194:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_filter_all(ptr %v) {
entry:
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %inc40, %for.inc39 ]
  %rows = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %0 = load i64, ptr %rows, align 4
  %cmp = icmp slt i64 %y.0, %0
  br i1 %cmp, label %for.cond1, label %for.end41

for.cond1:
  %x.0 = phi i64 [ %inc37, %for.inc36 ], [ 0, %for.cond ]
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %1 = load i64, ptr %columns, align 4
  %cmp2 = icmp slt i64 %x.0, %1
  br i1 %cmp2, label %for.body3, label %for.inc39

for.body3:
  %blocks = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 9
  %2 = load ptr, ptr %blocks, align 4
  %columns4 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %3 = load i64, ptr %columns4, align 4
  %mul = mul nsw i64 %y.0, %3
  %add = add nsw i64 %mul, %x.0
  %idxprom = trunc i64 %add to i32
  %arrayidx = getelementptr inbounds %struct.vp8_block, ptr %2, i32 %idxprom
  br label %for.cond5

for.cond5:
  %k.0 = phi i32 [ 0, %for.body3 ], [ %inc, %cond.end23 ]
  %edge = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 3
  %4 = load i8, ptr %edge, align 1
  %conv = zext i8 %4 to i32
  %cmp6 = icmp ne i32 %conv, 0
  br i1 %cmp6, label %land.rhs, label %for.inc36

land.rhs:
  %simple = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 21
  %5 = load i32, ptr %simple, align 4
  %tobool = icmp ne i32 %5, 0
  %cond = select i1 %tobool, i32 1, i32 3
  %cmp8 = icmp slt i32 %k.0, %cond
  br i1 %cmp8, label %for.body10, label %for.inc36

for.body10:
  %cmp11 = icmp eq i32 %k.0, 0
  %cond13 = select i1 %cmp11, i32 16, i32 8
  %cmp14 = icmp eq i32 %k.0, 0
  br i1 %cmp14, label %cond.true, label %cond.false

cond.true:
  %stride16 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %6 = load i64, ptr %stride16, align 4
  br label %cond.end

cond.false:
  %half_stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %7 = load i64, ptr %half_stride, align 4
  br label %cond.end

cond.end:
  %cond17 = phi i64 [ %6, %cond.true ], [ %7, %cond.false ]
  %cmp18 = icmp eq i32 %k.0, 0
  br i1 %cmp18, label %cond.true20, label %cond.false21

cond.true20:
  %luma = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 7
  %8 = load ptr, ptr %luma, align 4
  br label %cond.end23

cond.false21:
  %chroma = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 8
  %sub = sub nsw i32 %k.0, 1
  %arrayidx22 = getelementptr inbounds [2 x ptr], ptr %chroma, i32 0, i32 %sub
  %9 = load ptr, ptr %arrayidx22, align 4
  br label %cond.end23

cond.end23:
  %cond24 = phi ptr [ %8, %cond.true20 ], [ %9, %cond.false21 ]
  %conv25 = sext i32 %cond13 to i64
  %mul26 = mul nsw i64 %y.0, %conv25
  %mul27 = mul nsw i64 %mul26, %cond17
  %idx.ext = trunc i64 %mul27 to i32
  %add.ptr = getelementptr inbounds i8, ptr %cond24, i32 %idx.ext
  %conv28 = sext i32 %cond13 to i64
  %mul29 = mul nsw i64 %x.0, %conv28
  %idx.ext30 = trunc i64 %mul29 to i32
  %add.ptr31 = getelementptr inbounds i8, ptr %add.ptr, i32 %idx.ext30
  %cmp32 = icmp sgt i64 %x.0, 0
  %conv33 = zext i1 %cmp32 to i32
  call void @mlcc_rt.image_vp8.vp8_filter_edges(ptr %v, ptr %arrayidx, ptr %add.ptr31, i32 %cond13, i64 1, i64 %cond17, i32 %conv33)
  %cmp34 = icmp sgt i64 %y.0, 0
  %conv35 = zext i1 %cmp34 to i32
  call void @mlcc_rt.image_vp8.vp8_filter_edges(ptr %v, ptr %arrayidx, ptr %add.ptr31, i32 %cond13, i64 %cond17, i64 1, i32 %conv35)
  %inc = add nsw i32 %k.0, 1
  br label %for.cond5

for.inc36:
  %inc37 = add nsw i64 %x.0, 1
  br label %for.cond1

for.inc39:
  %inc40 = add nsw i64 %y.0, 1
  br label %for.cond

for.end41:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_begin(ptr %b, ptr %data, i32 %size) {
entry:
  %add.ptr = getelementptr inbounds nuw i8, ptr %data, i32 %size
  store ptr %data, ptr %b, align 4
  %.compoundliteral.sroa.2.0..sroa_idx = getelementptr inbounds i8, ptr %b, i32 4
  store ptr %add.ptr, ptr %.compoundliteral.sroa.2.0..sroa_idx, align 4
  %.compoundliteral.sroa.3.0..sroa_idx = getelementptr inbounds i8, ptr %b, i32 8
  store i32 0, ptr %.compoundliteral.sroa.3.0..sroa_idx, align 4
  %.compoundliteral.sroa.4.0..sroa_idx = getelementptr inbounds i8, ptr %b, i32 12
  store i32 255, ptr %.compoundliteral.sroa.4.0..sroa_idx, align 4
  %.compoundliteral.sroa.5.0..sroa_idx = getelementptr inbounds i8, ptr %b, i32 16
  store i32 -8, ptr %.compoundliteral.sroa.5.0..sroa_idx, align 4
  %.compoundliteral.sroa.6.0..sroa_idx = getelementptr inbounds i8, ptr %b, i32 20
  store i32 0, ptr %.compoundliteral.sroa.6.0..sroa_idx, align 4
  ret void
}

define internal i32 @mlcc_rt.image_vp8.vp8_number(ptr %b, i32 %bits) {
entry:
  br label %while.cond

while.cond:
  %bits.addr.0 = phi i32 [ %bits, %entry ], [ %dec, %while.body ]
  %value.0 = phi i32 [ 0, %entry ], [ %or, %while.body ]
  %dec = add nsw i32 %bits.addr.0, -1
  %cmp = icmp sgt i32 %bits.addr.0, 0
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %shl = shl i32 %value.0, 1
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 128)
  %or = or i32 %shl, %call
  br label %while.cond

while.end:
  ret i32 %value.0
}

define internal void @mlcc_rt.image_vp8.vp8_read_segments(ptr %v) {
entry:
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %segments = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 15
  store i32 %call, ptr %segments, align 4
  %segments1 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 15
  %0 = load i32, ptr %segments1, align 4
  %tobool = icmp ne i32 %0, 0
  br i1 %tobool, label %if.end, label %for.end30

if.end:
  %call2 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %by_map = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 16
  store i32 %call2, ptr %by_map, align 4
  %call3 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %tobool4 = icmp ne i32 %call3, 0
  br i1 %tobool4, label %if.then5, label %if.end17

if.then5:
  %call6 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %absolute = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 17
  store i32 %call6, ptr %absolute, align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.then5 ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 4
  br i1 %cmp, label %for.body, label %for.cond9

for.body:
  %call7 = call i32 @mlcc_rt.image_vp8.vp8_optional(ptr %header, i32 7)
  %segment_step = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 19
  %arrayidx = getelementptr inbounds [4 x i32], ptr %segment_step, i32 0, i32 %k.0
  store i32 %call7, ptr %arrayidx, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond9:
  %k8.0 = phi i32 [ %inc15, %for.body11 ], [ 0, %for.cond ]
  %cmp10 = icmp slt i32 %k8.0, 4
  br i1 %cmp10, label %for.body11, label %if.end17

for.body11:
  %call12 = call i32 @mlcc_rt.image_vp8.vp8_optional(ptr %header, i32 6)
  %segment_filter = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 20
  %arrayidx13 = getelementptr inbounds [4 x i32], ptr %segment_filter, i32 0, i32 %k8.0
  store i32 %call12, ptr %arrayidx13, align 4
  %inc15 = add nsw i32 %k8.0, 1
  br label %for.cond9

if.end17:
  br label %for.cond19

for.cond19:
  %k18.0 = phi i32 [ 0, %if.end17 ], [ %inc29, %cond.end ]
  %by_map20 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 16
  %1 = load i32, ptr %by_map20, align 4
  %tobool21 = icmp ne i32 %1, 0
  %cmp22 = icmp slt i32 %k18.0, 3
  %spec.select = select i1 %tobool21, i1 %cmp22, i1 false
  br i1 %spec.select, label %for.body23, label %for.end30

for.body23:
  %call24 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %tobool25 = icmp ne i32 %call24, 0
  br i1 %tobool25, label %cond.true, label %cond.end

cond.true:
  %call26 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header, i32 8)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call26, %cond.true ], [ 255, %for.body23 ]
  %segment_odds = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 18
  %arrayidx27 = getelementptr inbounds [3 x i32], ptr %segment_odds, i32 0, i32 %k18.0
  store i32 %cond, ptr %arrayidx27, align 4
  %inc29 = add nsw i32 %k18.0, 1
  br label %for.cond19

for.end30:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_read_filter(ptr %v) {
entry:
  %values = alloca [8 x i32], align 4
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %simple = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 21
  store i32 %call, ptr %simple, align 4
  %call1 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header, i32 6)
  %level = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 22
  store i32 %call1, ptr %level, align 4
  %call2 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header, i32 3)
  %sharpness = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 23
  store i32 %call2, ptr %sharpness, align 4
  %call3 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %deltas = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 24
  store i32 %call3, ptr %deltas, align 4
  %deltas4 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 24
  %0 = load i32, ptr %deltas4, align 4
  %tobool = icmp ne i32 %0, 0
  br i1 %tobool, label %land.lhs.true, label %if.end

land.lhs.true:
  %call5 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %tobool6 = icmp ne i32 %call5, 0
  br i1 %tobool6, label %for.cond, label %if.end

for.cond:
  %k.0 = phi i32 [ %inc, %for.body ], [ 0, %land.lhs.true ]
  %cmp = icmp slt i32 %k.0, 8
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call7 = call i32 @mlcc_rt.image_vp8.vp8_optional(ptr %header, i32 6)
  %arrayidx = getelementptr inbounds [8 x i32], ptr %values, i32 0, i32 %k.0
  store i32 %call7, ptr %arrayidx, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %arrayidx8 = getelementptr inbounds [8 x i32], ptr %values, i32 0, i32 0
  %1 = load i32, ptr %arrayidx8, align 4
  %frame_delta = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 25
  store i32 %1, ptr %frame_delta, align 4
  %arrayidx9 = getelementptr inbounds [8 x i32], ptr %values, i32 0, i32 4
  %2 = load i32, ptr %arrayidx9, align 4
  %mode_delta = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 26
  store i32 %2, ptr %mode_delta, align 4
  br label %if.end

if.end:
  ret void
}

define internal i32 @mlcc_rt.image_vp8.vp8_read_parts(ptr %v, ptr %data, ptr %end) {
entry:
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header, i32 2)
  %shl = shl i32 1, %call
  %part_count = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  store i32 %shl, ptr %part_count, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast = ptrtoint ptr %data to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %part_count1 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %0 = load i32, ptr %part_count1, align 4
  %sub = sub nsw i32 %0, 1
  %mul = mul nsw i32 3, %sub
  %cmp = icmp slt i32 %sub.ptr.sub, %mul
  br i1 %cmp, label %return, label %if.end

if.end:
  %part_count2 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %1 = load i32, ptr %part_count2, align 4
  %sub3 = sub nsw i32 %1, 1
  %mul4 = mul nsw i32 3, %sub3
  %add.ptr = getelementptr inbounds i8, ptr %data, i32 %mul4
  br label %for.cond

for.cond:
  %data.addr.0 = phi ptr [ %add.ptr, %if.end ], [ %add.ptr25, %if.end23 ]
  %sizes.0 = phi ptr [ %data, %if.end ], [ %add.ptr26, %if.end23 ]
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %if.end23 ]
  %part_count5 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %2 = load i32, ptr %part_count5, align 4
  %cmp6 = icmp slt i32 %k.0, %2
  br i1 %cmp6, label %for.body, label %return

for.body:
  %sub.ptr.lhs.cast7 = ptrtoint ptr %end to i32
  %sub.ptr.rhs.cast8 = ptrtoint ptr %data.addr.0 to i32
  %sub.ptr.sub9 = sub i32 %sub.ptr.lhs.cast7, %sub.ptr.rhs.cast8
  %part_count10 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %3 = load i32, ptr %part_count10, align 4
  %sub11 = sub nsw i32 %3, 1
  %cmp12 = icmp slt i32 %k.0, %sub11
  br i1 %cmp12, label %if.then13, label %if.end23

if.then13:
  %arrayidx = getelementptr inbounds i8, ptr %sizes.0, i32 0
  %4 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %4 to i32
  %arrayidx14 = getelementptr inbounds i8, ptr %sizes.0, i32 1
  %5 = load i8, ptr %arrayidx14, align 1
  %conv15 = zext i8 %5 to i32
  %shl16 = shl i32 %conv15, 8
  %or = or i32 %conv, %shl16
  %arrayidx17 = getelementptr inbounds i8, ptr %sizes.0, i32 2
  %6 = load i8, ptr %arrayidx17, align 1
  %conv18 = zext i8 %6 to i32
  %shl19 = shl i32 %conv18, 16
  %or20 = or i32 %or, %shl19
  %cmp21 = icmp ult i32 %or20, %sub.ptr.sub9
  %or20.sub.ptr.sub9 = select i1 %cmp21, i32 %or20, i32 %sub.ptr.sub9
  br label %if.end23

if.end23:
  %size.0 = phi i32 [ %or20.sub.ptr.sub9, %if.then13 ], [ %sub.ptr.sub9, %for.body ]
  %parts = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 13
  %arrayidx24 = getelementptr inbounds [8 x %struct.vp8_bits], ptr %parts, i32 0, i32 %k.0
  call void @mlcc_rt.image_vp8.vp8_begin(ptr %arrayidx24, ptr %data.addr.0, i32 %size.0)
  %add.ptr25 = getelementptr inbounds nuw i8, ptr %data.addr.0, i32 %size.0
  %inc = add nsw i32 %k.0, 1
  %add.ptr26 = getelementptr inbounds i8, ptr %sizes.0, i32 3
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %entry ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_vp8.vp8_read_steps(ptr %v) {
entry:
  %more = alloca [5 x i32], align 4
  %steps = alloca [3 x [2 x i32]], align 4
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header, i32 7)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 5
  br i1 %cmp, label %for.body, label %for.cond3

for.body:
  %call1 = call i32 @mlcc_rt.image_vp8.vp8_optional(ptr %header, i32 4)
  %arrayidx = getelementptr inbounds [5 x i32], ptr %more, i32 0, i32 %k.0
  store i32 %call1, ptr %arrayidx, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond3:
  %k2.0 = phi i32 [ %inc67, %for.inc66 ], [ 0, %for.cond ]
  %cmp4 = icmp slt i32 %k2.0, 4
  br i1 %cmp4, label %for.body5, label %for.end68

for.body5:
  %segments = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 15
  %0 = load i32, ptr %segments, align 4
  %tobool = icmp ne i32 %0, 0
  br i1 %tobool, label %cond.false, label %cond.end10

cond.false:
  %segment_step = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 19
  %arrayidx6 = getelementptr inbounds [4 x i32], ptr %segment_step, i32 0, i32 %k2.0
  %1 = load i32, ptr %arrayidx6, align 4
  %absolute = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 17
  %2 = load i32, ptr %absolute, align 4
  %tobool7 = icmp ne i32 %2, 0
  %.call = select i1 %tobool7, i32 0, i32 %call
  %add = add nsw i32 %1, %.call
  br label %cond.end10

cond.end10:
  %cond11 = phi i32 [ %add, %cond.false ], [ %call, %for.body5 ]
  %arrayidx12 = getelementptr inbounds [5 x i32], ptr %more, i32 0, i32 2
  %3 = load i32, ptr %arrayidx12, align 4
  %add13 = add nsw i32 %cond11, %3
  %call14 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add13, i32 0, i32 127)
  %arrayidx15 = getelementptr inbounds [128 x i16], ptr @mlcc_rt.image_vp8.vp8_ac_steps, i32 0, i32 %call14
  %4 = load i16, ptr %arrayidx15, align 2
  %conv = zext i16 %4 to i32
  %mul = mul nsw i32 %conv, 155
  %div = sdiv i32 %mul, 100
  %arrayidx16 = getelementptr inbounds [5 x i32], ptr %more, i32 0, i32 0
  %5 = load i32, ptr %arrayidx16, align 4
  %add17 = add nsw i32 %cond11, %5
  %call18 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add17, i32 0, i32 127)
  %arrayidx19 = getelementptr inbounds [128 x i8], ptr @mlcc_rt.image_vp8.vp8_dc_steps, i32 0, i32 %call18
  %6 = load i8, ptr %arrayidx19, align 1
  %conv20 = zext i8 %6 to i32
  store i32 %conv20, ptr %steps, align 4
  %arrayinit.element = getelementptr inbounds i32, ptr %steps, i32 1
  %call21 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %cond11, i32 0, i32 127)
  %arrayidx22 = getelementptr inbounds [128 x i16], ptr @mlcc_rt.image_vp8.vp8_ac_steps, i32 0, i32 %call21
  %7 = load i16, ptr %arrayidx22, align 2
  %conv23 = zext i16 %7 to i32
  store i32 %conv23, ptr %arrayinit.element, align 4
  %arrayinit.element24 = getelementptr inbounds [2 x i32], ptr %steps, i32 1
  %arrayidx25 = getelementptr inbounds [5 x i32], ptr %more, i32 0, i32 1
  %8 = load i32, ptr %arrayidx25, align 4
  %add26 = add nsw i32 %cond11, %8
  %call27 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add26, i32 0, i32 127)
  %arrayidx28 = getelementptr inbounds [128 x i8], ptr @mlcc_rt.image_vp8.vp8_dc_steps, i32 0, i32 %call27
  %9 = load i8, ptr %arrayidx28, align 1
  %conv29 = zext i8 %9 to i32
  %mul30 = mul nsw i32 %conv29, 2
  store i32 %mul30, ptr %arrayinit.element24, align 4
  %arrayinit.element31 = getelementptr inbounds i32, ptr %arrayinit.element24, i32 1
  %cmp32 = icmp slt i32 %div, 8
  %.div = select i1 %cmp32, i32 8, i32 %div
  store i32 %.div, ptr %arrayinit.element31, align 4
  %arrayinit.element38 = getelementptr inbounds [2 x i32], ptr %steps, i32 2
  %arrayidx39 = getelementptr inbounds [5 x i32], ptr %more, i32 0, i32 3
  %10 = load i32, ptr %arrayidx39, align 4
  %add40 = add nsw i32 %cond11, %10
  %call41 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add40, i32 0, i32 117)
  %arrayidx42 = getelementptr inbounds [128 x i8], ptr @mlcc_rt.image_vp8.vp8_dc_steps, i32 0, i32 %call41
  %11 = load i8, ptr %arrayidx42, align 1
  %conv43 = zext i8 %11 to i32
  store i32 %conv43, ptr %arrayinit.element38, align 4
  %arrayinit.element44 = getelementptr inbounds i32, ptr %arrayinit.element38, i32 1
  %arrayidx45 = getelementptr inbounds [5 x i32], ptr %more, i32 0, i32 4
  %12 = load i32, ptr %arrayidx45, align 4
  %add46 = add nsw i32 %cond11, %12
  %call47 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add46, i32 0, i32 127)
  %arrayidx48 = getelementptr inbounds [128 x i16], ptr @mlcc_rt.image_vp8.vp8_ac_steps, i32 0, i32 %call47
  %13 = load i16, ptr %arrayidx48, align 2
  %conv49 = zext i16 %13 to i32
  store i32 %conv49, ptr %arrayinit.element44, align 4
  br label %for.cond50

for.cond50:
  %n.0 = phi i32 [ 0, %cond.end10 ], [ %inc64, %for.body53 ]
  %cmp51 = icmp slt i32 %n.0, 6
  br i1 %cmp51, label %for.body53, label %for.inc66

for.body53:
  %div54 = sdiv i32 %n.0, 2
  %arrayidx55 = getelementptr inbounds [3 x [2 x i32]], ptr %steps, i32 0, i32 %div54
  %rem = srem i32 %n.0, 2
  %arrayidx56 = getelementptr inbounds [2 x i32], ptr %arrayidx55, i32 0, i32 %rem
  %14 = load i32, ptr %arrayidx56, align 4
  %steps57 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 29
  %arrayidx58 = getelementptr inbounds [4 x [3 x [2 x i32]]], ptr %steps57, i32 0, i32 %k2.0
  %div59 = sdiv i32 %n.0, 2
  %arrayidx60 = getelementptr inbounds [3 x [2 x i32]], ptr %arrayidx58, i32 0, i32 %div59
  %rem61 = srem i32 %n.0, 2
  %arrayidx62 = getelementptr inbounds [2 x i32], ptr %arrayidx60, i32 0, i32 %rem61
  store i32 %14, ptr %arrayidx62, align 4
  %inc64 = add nsw i32 %n.0, 1
  br label %for.cond50

for.inc66:
  %inc67 = add nsw i32 %k2.0, 1
  br label %for.cond3

for.end68:
  ret void
}

define internal i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %odds) {
entry:
  br label %while.cond

while.cond:
  %count = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 4
  %0 = load i32, ptr %count, align 4
  %cmp = icmp slt i32 %0, 0
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %at = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 0
  %1 = load ptr, ptr %at, align 4
  %end = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 1
  %2 = load ptr, ptr %end, align 4
  %cmp1 = icmp uge ptr %1, %2
  %conv = zext i1 %cmp1 to i32
  %beyond = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 5
  %3 = load i32, ptr %beyond, align 4
  %add = add nsw i32 %3, %conv
  store i32 %add, ptr %beyond, align 4
  %value = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 2
  %4 = load i32, ptr %value, align 4
  %shl = shl i32 %4, 8
  %at2 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 0
  %5 = load ptr, ptr %at2, align 4
  %end3 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 1
  %6 = load ptr, ptr %end3, align 4
  %cmp4 = icmp ult ptr %5, %6
  br i1 %cmp4, label %cond.true, label %cond.end

cond.true:
  %at6 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 0
  %7 = load ptr, ptr %at6, align 4
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %7, i32 1
  store ptr %incdec.ptr, ptr %at6, align 4
  %8 = load i8, ptr %7, align 1
  %conv7 = zext i8 %8 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv7, %cond.true ], [ 0, %while.body ]
  %or = or i32 %shl, %cond
  %value8 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 2
  store i32 %or, ptr %value8, align 4
  %count9 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 4
  %9 = load i32, ptr %count9, align 4
  %add10 = add nsw i32 %9, 8
  store i32 %add10, ptr %count9, align 4
  br label %while.cond

while.end:
  %range = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 3
  %10 = load i32, ptr %range, align 4
  %sub = sub i32 %10, 1
  %mul = mul i32 %sub, %odds
  %shr = lshr i32 %mul, 8
  %add11 = add i32 1, %shr
  %count12 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 4
  %11 = load i32, ptr %count12, align 4
  %shl13 = shl i32 %add11, %11
  %value14 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 2
  %12 = load i32, ptr %value14, align 4
  %cmp15 = icmp uge i32 %12, %shl13
  br i1 %cmp15, label %if.then, label %if.else

if.then:
  %value17 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 2
  %13 = load i32, ptr %value17, align 4
  %sub18 = sub i32 %13, %shl13
  store i32 %sub18, ptr %value17, align 4
  %range19 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 3
  %14 = load i32, ptr %range19, align 4
  %sub20 = sub i32 %14, %add11
  store i32 %sub20, ptr %range19, align 4
  br label %if.end

if.else:
  %range21 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 3
  store i32 %add11, ptr %range21, align 4
  br label %if.end

if.end:
  %bit.0 = phi i32 [ 1, %if.then ], [ 0, %if.else ]
  br label %while.cond22

while.cond22:
  %range23 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 3
  %15 = load i32, ptr %range23, align 4
  %cmp24 = icmp ult i32 %15, 128
  br i1 %cmp24, label %while.body26, label %while.end30

while.body26:
  %range27 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 3
  %16 = load i32, ptr %range27, align 4
  %shl28 = shl i32 %16, 1
  store i32 %shl28, ptr %range27, align 4
  %count29 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 4
  %17 = load i32, ptr %count29, align 4
  %dec = add nsw i32 %17, -1
  store i32 %dec, ptr %count29, align 4
  br label %while.cond22

while.end30:
  ret i32 %bit.0
}

define internal i32 @mlcc_rt.image_vp8.vp8_optional(ptr %b, i32 %bits) {
entry:
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 128)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.end, label %return

if.end:
  %call1 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %b, i32 %bits)
  %call2 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 128)
  %tobool3 = icmp ne i32 %call2, 0
  %sub = sub nsw i32 0, %call1
  %cond = select i1 %tobool3, i32 %sub, i32 %call1
  br label %return

return:
  %retval.0 = phi i32 [ %cond, %if.end ], [ 0, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8.vp8_clip(i32 %value, i32 %low, i32 %high) {
entry:
  %cmp = icmp slt i32 %value, %low
  %cmp1 = icmp sgt i32 %value, %high
  %high.value = select i1 %cmp1, i32 %high, i32 %value
  %cond5 = select i1 %cmp, i32 %low, i32 %high.value
  ret i32 %cond5
}

define internal i32 @mlcc_rt.image_vp8.vp8_small_mode(ptr %b, i32 %above, i32 %left) {
entry:
  %mul = mul nsw i32 %above, 10
  %add = add nsw i32 %mul, %left
  %mul1 = mul nsw i32 %add, 9
  %add.ptr = getelementptr inbounds i8, ptr @mlcc_rt.image_vp8.vp8_mode_odds, i32 %mul1
  br label %do.body

do.body:
  %at.0 = phi i32 [ 0, %entry ], [ %conv4, %do.body ]
  %shr = ashr i32 %at.0, 1
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr, i32 %shr
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv)
  %add2 = add nsw i32 %at.0, %call
  %arrayidx3 = getelementptr inbounds [18 x i8], ptr @mlcc_rt.image_vp8.vp8_small_mode.tree, i32 0, i32 %add2
  %1 = load i8, ptr %arrayidx3, align 1
  %conv4 = sext i8 %1 to i32
  %cmp = icmp sgt i32 %conv4, 0
  br i1 %cmp, label %do.body, label %do.end

do.end:
  %sub = sub nsw i32 0, %conv4
  ret i32 %sub
}

define internal i32 @mlcc_rt.image_vp8.vp8_residue(ptr %v, ptr %b, i32 %segment, i32 %flat, ptr %above, ptr %left) {
entry:
  %coefficients = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 31
  %arraydecay = getelementptr inbounds [400 x i16], ptr %coefficients, i32 0, i32 0
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 400
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds i16, ptr %arraydecay, i32 %k.0
  store i16 0, ptr %arrayidx, align 2
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %tobool = icmp ne i32 %flat, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:
  %odds = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 30
  %arrayidx1 = getelementptr inbounds [4 x [8 x [3 x [11 x i8]]]], ptr %odds, i32 0, i32 1
  %arraydecay2 = getelementptr inbounds [8 x [3 x [11 x i8]]], ptr %arrayidx1, i32 0, i32 0
  %arrayidx3 = getelementptr inbounds i8, ptr %above, i32 8
  %0 = load i8, ptr %arrayidx3, align 1
  %conv = zext i8 %0 to i32
  %arrayidx4 = getelementptr inbounds i8, ptr %left, i32 8
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %1 to i32
  %add = add nsw i32 %conv, %conv5
  %steps = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 29
  %arrayidx6 = getelementptr inbounds [4 x [3 x [2 x i32]]], ptr %steps, i32 0, i32 %segment
  %arrayidx7 = getelementptr inbounds [3 x [2 x i32]], ptr %arrayidx6, i32 0, i32 1
  %arraydecay8 = getelementptr inbounds [2 x i32], ptr %arrayidx7, i32 0, i32 0
  %add.ptr = getelementptr inbounds i16, ptr %arraydecay, i32 384
  %call = call i32 @mlcc_rt.image_vp8.vp8_coefficients(ptr %b, ptr %arraydecay2, i32 %add, ptr %arraydecay8, i32 0, ptr %add.ptr)
  %cmp9 = icmp sgt i32 %call, 0
  %conv10 = zext i1 %cmp9 to i32
  %conv11 = trunc i32 %conv10 to i8
  %arrayidx12 = getelementptr inbounds i8, ptr %left, i32 8
  store i8 %conv11, ptr %arrayidx12, align 1
  %arrayidx13 = getelementptr inbounds i8, ptr %above, i32 8
  store i8 %conv11, ptr %arrayidx13, align 1
  %add.ptr14 = getelementptr inbounds i16, ptr %arraydecay, i32 384
  call void @mlcc_rt.image_vp8.vp8_means(ptr %add.ptr14, ptr %arraydecay)
  br label %if.end

if.end:
  br label %for.cond16

for.cond16:
  %k15.0 = phi i32 [ 0, %if.end ], [ %inc76, %lor.end ]
  %any.0 = phi i32 [ 0, %if.end ], [ %or, %lor.end ]
  %cmp17 = icmp slt i32 %k15.0, 24
  br i1 %cmp17, label %for.body19, label %for.end77

for.body19:
  %cmp20 = icmp slt i32 %k15.0, 16
  %conv21 = zext i1 %cmp20 to i32
  %tobool22 = icmp ne i32 %conv21, 0
  %tobool23 = icmp ne i32 %flat, 0
  %spec.select = select i1 %tobool22, i1 %tobool23, i1 false
  %land.ext = zext i1 %spec.select to i32
  %tobool24 = icmp ne i32 %conv21, 0
  br i1 %tobool24, label %cond.true, label %cond.false

cond.true:
  %rem = srem i32 %k15.0, 4
  br label %cond.end

cond.false:
  %sub = sub nsw i32 %k15.0, 16
  %div = sdiv i32 %sub, 4
  %mul = mul nsw i32 %div, 2
  %add25 = add nsw i32 4, %mul
  %rem26 = srem i32 %k15.0, 2
  %add27 = add nsw i32 %add25, %rem26
  br label %cond.end

cond.end:
  %cond = phi i32 [ %rem, %cond.true ], [ %add27, %cond.false ]
  %add.ptr28 = getelementptr inbounds i8, ptr %above, i32 %cond
  %tobool29 = icmp ne i32 %conv21, 0
  br i1 %tobool29, label %cond.true30, label %cond.false32

cond.true30:
  %div31 = sdiv i32 %k15.0, 4
  br label %cond.end40

cond.false32:
  %sub33 = sub nsw i32 %k15.0, 16
  %div34 = sdiv i32 %sub33, 4
  %mul35 = mul nsw i32 %div34, 2
  %add36 = add nsw i32 4, %mul35
  %rem37 = srem i32 %k15.0, 4
  %div38 = sdiv i32 %rem37, 2
  %add39 = add nsw i32 %add36, %div38
  br label %cond.end40

cond.end40:
  %cond41 = phi i32 [ %div31, %cond.true30 ], [ %add39, %cond.false32 ]
  %add.ptr42 = getelementptr inbounds i8, ptr %left, i32 %cond41
  %mul43 = mul nsw i32 16, %k15.0
  %add.ptr44 = getelementptr inbounds i16, ptr %arraydecay, i32 %mul43
  %odds46 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 30
  %tobool47 = icmp ne i32 %conv21, 0
  br i1 %tobool47, label %cond.true48, label %cond.end52

cond.true48:
  %tobool49 = icmp ne i32 %flat, 0
  %cond50 = select i1 %tobool49, i32 0, i32 3
  br label %cond.end52

cond.end52:
  %cond53 = phi i32 [ %cond50, %cond.true48 ], [ 2, %cond.end40 ]
  %arrayidx54 = getelementptr inbounds [4 x [8 x [3 x [11 x i8]]]], ptr %odds46, i32 0, i32 %cond53
  %arraydecay55 = getelementptr inbounds [8 x [3 x [11 x i8]]], ptr %arrayidx54, i32 0, i32 0
  %2 = load i8, ptr %add.ptr28, align 1
  %conv56 = zext i8 %2 to i32
  %3 = load i8, ptr %add.ptr42, align 1
  %conv57 = zext i8 %3 to i32
  %add58 = add nsw i32 %conv56, %conv57
  %steps59 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 29
  %arrayidx60 = getelementptr inbounds [4 x [3 x [2 x i32]]], ptr %steps59, i32 0, i32 %segment
  %tobool61 = icmp ne i32 %conv21, 0
  %cond62 = select i1 %tobool61, i32 0, i32 2
  %arrayidx63 = getelementptr inbounds [3 x [2 x i32]], ptr %arrayidx60, i32 0, i32 %cond62
  %arraydecay64 = getelementptr inbounds [2 x i32], ptr %arrayidx63, i32 0, i32 0
  %call65 = call i32 @mlcc_rt.image_vp8.vp8_coefficients(ptr %b, ptr %arraydecay55, i32 %add58, ptr %arraydecay64, i32 %land.ext, ptr %add.ptr44)
  %cmp66 = icmp sgt i32 %call65, %land.ext
  %conv67 = zext i1 %cmp66 to i32
  %conv68 = trunc i32 %conv67 to i8
  store i8 %conv68, ptr %add.ptr42, align 1
  store i8 %conv68, ptr %add.ptr28, align 1
  %cmp69 = icmp sgt i32 %call65, 1
  br i1 %cmp69, label %lor.end, label %lor.rhs

lor.rhs:
  %arrayidx71 = getelementptr inbounds i16, ptr %add.ptr44, i32 0
  %4 = load i16, ptr %arrayidx71, align 2
  %conv72 = sext i16 %4 to i32
  %cmp73 = icmp ne i32 %conv72, 0
  br label %lor.end

lor.end:
  %5 = phi i1 [ true, %cond.end52 ], [ %cmp73, %lor.rhs ]
  %lor.ext = zext i1 %5 to i32
  %or = or i32 %any.0, %lor.ext
  %inc76 = add nsw i32 %k15.0, 1
  br label %for.cond16

for.end77:
  ret i32 %any.0
}

define internal void @mlcc_rt.image_vp8.vp8_filter_strength(ptr %v, ptr %block, i32 %segment) {
entry:
  %level1 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 22
  %0 = load i32, ptr %level1, align 4
  %segments = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 15
  %1 = load i32, ptr %segments, align 4
  %tobool = icmp ne i32 %1, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:
  %segment_filter = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 20
  %arrayidx = getelementptr inbounds [4 x i32], ptr %segment_filter, i32 0, i32 %segment
  %2 = load i32, ptr %arrayidx, align 4
  %absolute = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 17
  %3 = load i32, ptr %absolute, align 4
  %tobool2 = icmp ne i32 %3, 0
  br i1 %tobool2, label %cond.end, label %cond.false

cond.false:
  %level3 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 22
  %4 = load i32, ptr %level3, align 4
  br label %cond.end

cond.end:
  %cond = phi i32 [ %4, %cond.false ], [ 0, %if.then ]
  %add = add nsw i32 %2, %cond
  br label %if.end

if.end:
  %level.0 = phi i32 [ %add, %cond.end ], [ %0, %entry ]
  %deltas = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 24
  %5 = load i32, ptr %deltas, align 4
  %tobool4 = icmp ne i32 %5, 0
  br i1 %tobool4, label %if.then5, label %if.end13

if.then5:
  %frame_delta = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 25
  %6 = load i32, ptr %frame_delta, align 4
  %flat = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 0
  %7 = load i8, ptr %flat, align 1
  %conv = zext i8 %7 to i32
  %tobool6 = icmp ne i32 %conv, 0
  br i1 %tobool6, label %cond.end9, label %cond.false8

cond.false8:
  %mode_delta = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 26
  %8 = load i32, ptr %mode_delta, align 4
  br label %cond.end9

cond.end9:
  %cond10 = phi i32 [ %8, %cond.false8 ], [ 0, %if.then5 ]
  %add11 = add nsw i32 %6, %cond10
  %add12 = add nsw i32 %level.0, %add11
  br label %if.end13

if.end13:
  %level.1 = phi i32 [ %add12, %cond.end9 ], [ %level.0, %if.end ]
  %call = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %level.1, i32 0, i32 63)
  %sharpness = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 23
  %9 = load i32, ptr %sharpness, align 4
  %cmp = icmp sgt i32 %9, 4
  br i1 %cmp, label %cond.true15, label %cond.false16

cond.true15:
  %shr = ashr i32 %call, 2
  br label %cond.end25

cond.false16:
  %sharpness17 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 23
  %10 = load i32, ptr %sharpness17, align 4
  %cmp18 = icmp sgt i32 %10, 0
  %shr21 = ashr i32 %call, 1
  %cond24 = select i1 %cmp18, i32 %shr21, i32 %call
  br label %cond.end25

cond.end25:
  %cond26 = phi i32 [ %shr, %cond.true15 ], [ %cond24, %cond.false16 ]
  %sharpness27 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 23
  %11 = load i32, ptr %sharpness27, align 4
  %cmp28 = icmp sgt i32 %11, 0
  br i1 %cmp28, label %land.lhs.true, label %if.end36

land.lhs.true:
  %sharpness30 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 23
  %12 = load i32, ptr %sharpness30, align 4
  %sub = sub nsw i32 9, %12
  %cmp31 = icmp sgt i32 %cond26, %sub
  br i1 %cmp31, label %if.then33, label %if.end36

if.then33:
  %sharpness34 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 23
  %13 = load i32, ptr %sharpness34, align 4
  %sub35 = sub nsw i32 9, %13
  br label %if.end36

if.end36:
  %inner.0 = phi i32 [ %sub35, %if.then33 ], [ %cond26, %land.lhs.true ], [ %cond26, %cond.end25 ]
  %cmp37 = icmp slt i32 %inner.0, 1
  %.inner.0 = select i1 %cmp37, i32 1, i32 %inner.0
  %cmp43 = icmp eq i32 %call, 0
  %mul = mul nsw i32 2, %call
  %add47 = add nsw i32 %mul, %.inner.0
  %cond49 = select i1 %cmp43, i32 0, i32 %add47
  %conv50 = trunc i32 %cond49 to i8
  %edge = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 3
  store i8 %conv50, ptr %edge, align 1
  %conv51 = trunc i32 %.inner.0 to i8
  %sharp = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 4
  store i8 %conv51, ptr %sharp, align 1
  %cmp52 = icmp sge i32 %call, 40
  br i1 %cmp52, label %cond.end59, label %cond.false55

cond.false55:
  %cmp56 = icmp sge i32 %call, 15
  %cond58 = select i1 %cmp56, i32 1, i32 0
  br label %cond.end59

cond.end59:
  %cond60 = phi i32 [ %cond58, %cond.false55 ], [ 2, %if.end36 ]
  %conv61 = trunc i32 %cond60 to i8
  %filter = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 1
  store i8 %conv61, ptr %filter, align 1
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_predict(ptr %to, i64 %stride, i32 %size, i32 %mode, i32 %inside) {
entry:
  %idx.ext = trunc i64 %stride to i32
  %idx.neg = sub i32 0, %idx.ext
  %add.ptr = getelementptr inbounds i8, ptr %to, i32 %idx.neg
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %cond.end8 ]
  %sum.0 = phi i32 [ 0, %entry ], [ %add10, %cond.end8 ]
  %cmp = icmp slt i32 %k.0, %size
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %and = and i32 %inside, 2
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %cond.true, label %cond.end

cond.true:
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr, i32 %k.0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv, %cond.true ], [ 0, %for.body ]
  %and1 = and i32 %inside, 1
  %tobool2 = icmp ne i32 %and1, 0
  br i1 %tobool2, label %cond.true3, label %cond.end8

cond.true3:
  %conv4 = sext i32 %k.0 to i64
  %mul = mul nsw i64 %conv4, %stride
  %sub = sub nsw i64 %mul, 1
  %idxprom = trunc i64 %sub to i32
  %arrayidx5 = getelementptr inbounds i8, ptr %to, i32 %idxprom
  %1 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %1 to i32
  br label %cond.end8

cond.end8:
  %cond9 = phi i32 [ %conv6, %cond.true3 ], [ 0, %cond.end ]
  %add = add nsw i32 %cond, %cond9
  %add10 = add nsw i32 %sum.0, %add
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  switch i32 %inside, label %cond.end18 [
    i32 0, label %if.end
    i32 3, label %cond.true15
  ]

cond.true15:
  %mul16 = mul nsw i32 2, %size
  br label %cond.end18

cond.end18:
  %cond19 = phi i32 [ %mul16, %cond.true15 ], [ %size, %for.end ]
  %div = sdiv i32 %cond19, 2
  %add20 = add nsw i32 %sum.0, %div
  %div21 = sdiv i32 %add20, %cond19
  br label %if.end

if.end:
  %mean.0 = phi i32 [ %div21, %cond.end18 ], [ 128, %for.end ]
  %cmp22 = icmp eq i32 %mode, 1
  br i1 %cmp22, label %if.then24, label %for.cond26

if.then24:
  call void @mlcc_rt.image_vp8.vp8_plane(ptr %to, i64 %stride, i32 %size)
  br label %for.end68

for.cond26:
  %y.0 = phi i32 [ %inc67, %for.inc66 ], [ 0, %if.end ]
  %cmp27 = icmp slt i32 %y.0, %size
  br i1 %cmp27, label %for.body29, label %for.end68

for.body29:
  %conv30 = sext i32 %y.0 to i64
  %mul31 = mul nsw i64 %conv30, %stride
  %sub32 = sub nsw i64 %mul31, 1
  %idxprom33 = trunc i64 %sub32 to i32
  %arrayidx34 = getelementptr inbounds i8, ptr %to, i32 %idxprom33
  %2 = load i8, ptr %arrayidx34, align 1
  br label %for.cond35

for.cond35:
  %x.0 = phi i32 [ 0, %for.body29 ], [ %inc64, %cond.end54 ]
  %cmp36 = icmp slt i32 %x.0, %size
  br i1 %cmp36, label %for.body38, label %for.inc66

for.body38:
  switch i32 %mode, label %cond.false49 [
    i32 2, label %cond.true41
    i32 3, label %cond.true47
  ]

cond.true41:
  %arrayidx42 = getelementptr inbounds i8, ptr %add.ptr, i32 %x.0
  %3 = load i8, ptr %arrayidx42, align 1
  %conv43 = zext i8 %3 to i32
  br label %cond.end54

cond.true47:
  %conv48 = zext i8 %2 to i32
  br label %cond.end54

cond.false49:
  %conv50 = trunc i32 %mean.0 to i8
  %conv51 = zext i8 %conv50 to i32
  br label %cond.end54

cond.end54:
  %cond55 = phi i32 [ %conv43, %cond.true41 ], [ %conv48, %cond.true47 ], [ %conv51, %cond.false49 ]
  %conv56 = trunc i32 %cond55 to i8
  %conv57 = sext i32 %y.0 to i64
  %mul58 = mul nsw i64 %conv57, %stride
  %conv59 = sext i32 %x.0 to i64
  %add60 = add nsw i64 %mul58, %conv59
  %idxprom61 = trunc i64 %add60 to i32
  %arrayidx62 = getelementptr inbounds i8, ptr %to, i32 %idxprom61
  store i8 %conv56, ptr %arrayidx62, align 1
  %inc64 = add nsw i32 %x.0, 1
  br label %for.cond35

for.inc66:
  %inc67 = add nsw i32 %y.0, 1
  br label %for.cond26

for.end68:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_add(ptr %in, ptr %to, i64 %stride) {
entry:
  %t = alloca [16 x i32], align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 4
  br i1 %cmp, label %for.body, label %for.cond41

for.body:
  %arrayidx = getelementptr inbounds i16, ptr %in, i32 %k.0
  %0 = load i16, ptr %arrayidx, align 2
  %conv = sext i16 %0 to i32
  %add = add nsw i32 8, %k.0
  %arrayidx1 = getelementptr inbounds i16, ptr %in, i32 %add
  %1 = load i16, ptr %arrayidx1, align 2
  %conv2 = sext i16 %1 to i32
  %add3 = add nsw i32 %conv, %conv2
  %arrayidx4 = getelementptr inbounds i16, ptr %in, i32 %k.0
  %2 = load i16, ptr %arrayidx4, align 2
  %conv5 = sext i16 %2 to i32
  %add6 = add nsw i32 8, %k.0
  %arrayidx7 = getelementptr inbounds i16, ptr %in, i32 %add6
  %3 = load i16, ptr %arrayidx7, align 2
  %conv8 = sext i16 %3 to i32
  %sub = sub nsw i32 %conv5, %conv8
  %add9 = add nsw i32 4, %k.0
  %arrayidx10 = getelementptr inbounds i16, ptr %in, i32 %add9
  %4 = load i16, ptr %arrayidx10, align 2
  %conv11 = sext i16 %4 to i32
  %add12 = add nsw i32 12, %k.0
  %arrayidx13 = getelementptr inbounds i16, ptr %in, i32 %add12
  %5 = load i16, ptr %arrayidx13, align 2
  %conv14 = sext i16 %5 to i32
  %mul = mul nsw i32 %conv11, 35468
  %shr = ashr i32 %mul, 16
  %mul15 = mul nsw i32 %conv14, 20091
  %shr16 = ashr i32 %mul15, 16
  %sub17 = sub nsw i32 %shr, %shr16
  %sub18 = sub nsw i32 %sub17, %conv14
  %mul19 = mul nsw i32 %conv11, 20091
  %shr20 = ashr i32 %mul19, 16
  %add21 = add nsw i32 %shr20, %conv11
  %mul22 = mul nsw i32 %conv14, 35468
  %shr23 = ashr i32 %mul22, 16
  %add24 = add nsw i32 %add21, %shr23
  %add25 = add nsw i32 %add3, %add24
  %mul26 = mul nsw i32 4, %k.0
  %arrayidx27 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %mul26
  store i32 %add25, ptr %arrayidx27, align 4
  %add28 = add nsw i32 %sub, %sub18
  %mul29 = mul nsw i32 4, %k.0
  %add30 = add nsw i32 %mul29, 1
  %arrayidx31 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %add30
  store i32 %add28, ptr %arrayidx31, align 4
  %sub32 = sub nsw i32 %sub, %sub18
  %mul33 = mul nsw i32 4, %k.0
  %add34 = add nsw i32 %mul33, 2
  %arrayidx35 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %add34
  store i32 %sub32, ptr %arrayidx35, align 4
  %sub36 = sub nsw i32 %add3, %add24
  %mul37 = mul nsw i32 4, %k.0
  %add38 = add nsw i32 %mul37, 3
  %arrayidx39 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %add38
  store i32 %sub36, ptr %arrayidx39, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond41:
  %k40.0 = phi i32 [ %inc105, %for.body44 ], [ 0, %for.cond ]
  %cmp42 = icmp slt i32 %k40.0, 4
  br i1 %cmp42, label %for.body44, label %for.end106

for.body44:
  %arrayidx45 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %k40.0
  %6 = load i32, ptr %arrayidx45, align 4
  %add46 = add nsw i32 %6, 4
  %add48 = add nsw i32 8, %k40.0
  %arrayidx49 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %add48
  %7 = load i32, ptr %arrayidx49, align 4
  %add50 = add nsw i32 %add46, %7
  %add52 = add nsw i32 8, %k40.0
  %arrayidx53 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %add52
  %8 = load i32, ptr %arrayidx53, align 4
  %sub54 = sub nsw i32 %add46, %8
  %add56 = add nsw i32 4, %k40.0
  %arrayidx57 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %add56
  %9 = load i32, ptr %arrayidx57, align 4
  %add59 = add nsw i32 12, %k40.0
  %arrayidx60 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %add59
  %10 = load i32, ptr %arrayidx60, align 4
  %mul62 = mul nsw i32 %9, 35468
  %shr63 = ashr i32 %mul62, 16
  %mul64 = mul nsw i32 %10, 20091
  %shr65 = ashr i32 %mul64, 16
  %sub66 = sub nsw i32 %shr63, %shr65
  %sub67 = sub nsw i32 %sub66, %10
  %mul69 = mul nsw i32 %9, 20091
  %shr70 = ashr i32 %mul69, 16
  %add71 = add nsw i32 %shr70, %9
  %mul72 = mul nsw i32 %10, 35468
  %shr73 = ashr i32 %mul72, 16
  %add74 = add nsw i32 %add71, %shr73
  %conv75 = sext i32 %k40.0 to i64
  %mul76 = mul nsw i64 %conv75, %stride
  %idx.ext = trunc i64 %mul76 to i32
  %add.ptr = getelementptr inbounds i8, ptr %to, i32 %idx.ext
  %arrayidx77 = getelementptr inbounds i8, ptr %add.ptr, i32 0
  %11 = load i8, ptr %arrayidx77, align 1
  %conv78 = zext i8 %11 to i32
  %add79 = add nsw i32 %add50, %add74
  %shr80 = ashr i32 %add79, 3
  %add81 = add nsw i32 %conv78, %shr80
  %call = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add81)
  %arrayidx82 = getelementptr inbounds i8, ptr %add.ptr, i32 0
  store i8 %call, ptr %arrayidx82, align 1
  %arrayidx83 = getelementptr inbounds i8, ptr %add.ptr, i32 1
  %12 = load i8, ptr %arrayidx83, align 1
  %conv84 = zext i8 %12 to i32
  %add85 = add nsw i32 %sub54, %sub67
  %shr86 = ashr i32 %add85, 3
  %add87 = add nsw i32 %conv84, %shr86
  %call88 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add87)
  %arrayidx89 = getelementptr inbounds i8, ptr %add.ptr, i32 1
  store i8 %call88, ptr %arrayidx89, align 1
  %arrayidx90 = getelementptr inbounds i8, ptr %add.ptr, i32 2
  %13 = load i8, ptr %arrayidx90, align 1
  %conv91 = zext i8 %13 to i32
  %sub92 = sub nsw i32 %sub54, %sub67
  %shr93 = ashr i32 %sub92, 3
  %add94 = add nsw i32 %conv91, %shr93
  %call95 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add94)
  %arrayidx96 = getelementptr inbounds i8, ptr %add.ptr, i32 2
  store i8 %call95, ptr %arrayidx96, align 1
  %arrayidx97 = getelementptr inbounds i8, ptr %add.ptr, i32 3
  %14 = load i8, ptr %arrayidx97, align 1
  %conv98 = zext i8 %14 to i32
  %sub99 = sub nsw i32 %add50, %add74
  %shr100 = ashr i32 %sub99, 3
  %add101 = add nsw i32 %conv98, %shr100
  %call102 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add101)
  %arrayidx103 = getelementptr inbounds i8, ptr %add.ptr, i32 3
  store i8 %call102, ptr %arrayidx103, align 1
  %inc105 = add nsw i32 %k40.0, 1
  br label %for.cond41

for.end106:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_luma_blocks(ptr %v, ptr %luma, i64 %x, i64 %y, ptr %modes) {
entry:
  %right = alloca [4 x i8], align 1
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 4
  br i1 %cmp, label %for.body, label %for.cond7

for.body:
  %stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %0 = load i64, ptr %stride, align 4
  %sub = sub nsw i64 0, %0
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %1 = load i64, ptr %columns, align 4
  %sub1 = sub nsw i64 %1, 1
  %cmp2 = icmp slt i64 %x, %sub1
  %cmp3 = icmp eq i64 %y, 0
  %or.cond = select i1 %cmp2, i1 true, i1 %cmp3
  %add = add nsw i32 16, %k.0
  %cond = select i1 %or.cond, i32 %add, i32 15
  %conv = sext i32 %cond to i64
  %add4 = add nsw i64 %sub, %conv
  %idxprom = trunc i64 %add4 to i32
  %arrayidx = getelementptr inbounds i8, ptr %luma, i32 %idxprom
  %2 = load i8, ptr %arrayidx, align 1
  %arrayidx5 = getelementptr inbounds [4 x i8], ptr %right, i32 0, i32 %k.0
  store i8 %2, ptr %arrayidx5, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond7:
  %k6.0 = phi i32 [ %inc35, %cond.end28 ], [ 0, %for.cond ]
  %cmp8 = icmp slt i32 %k6.0, 16
  br i1 %cmp8, label %for.body10, label %for.end36

for.body10:
  %div = sdiv i32 %k6.0, 4
  %mul = mul nsw i32 %div, 4
  %conv11 = sext i32 %mul to i64
  %stride12 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %3 = load i64, ptr %stride12, align 4
  %mul13 = mul nsw i64 %conv11, %3
  %idx.ext = trunc i64 %mul13 to i32
  %add.ptr = getelementptr inbounds i8, ptr %luma, i32 %idx.ext
  %rem = srem i32 %k6.0, 4
  %mul14 = mul nsw i32 %rem, 4
  %add.ptr15 = getelementptr inbounds i8, ptr %add.ptr, i32 %mul14
  %stride16 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %4 = load i64, ptr %stride16, align 4
  %arrayidx17 = getelementptr inbounds i8, ptr %modes, i32 %k6.0
  %5 = load i8, ptr %arrayidx17, align 1
  %conv18 = zext i8 %5 to i32
  %rem19 = srem i32 %k6.0, 4
  %cmp20 = icmp eq i32 %rem19, 3
  br i1 %cmp20, label %cond.true22, label %cond.false23

cond.true22:
  %arraydecay = getelementptr inbounds [4 x i8], ptr %right, i32 0, i32 0
  br label %cond.end28

cond.false23:
  %stride24 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %6 = load i64, ptr %stride24, align 4
  %idx.ext25 = trunc i64 %6 to i32
  %idx.neg = sub i32 0, %idx.ext25
  %add.ptr26 = getelementptr inbounds i8, ptr %add.ptr15, i32 %idx.neg
  %add.ptr27 = getelementptr inbounds i8, ptr %add.ptr26, i32 4
  br label %cond.end28

cond.end28:
  %cond29 = phi ptr [ %arraydecay, %cond.true22 ], [ %add.ptr27, %cond.false23 ]
  call void @mlcc_rt.image_vp8.vp8_predict_small(ptr %add.ptr15, i64 %4, i32 %conv18, ptr %cond29)
  %coefficients = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 31
  %arraydecay30 = getelementptr inbounds [400 x i16], ptr %coefficients, i32 0, i32 0
  %mul31 = mul nsw i32 16, %k6.0
  %add.ptr32 = getelementptr inbounds i16, ptr %arraydecay30, i32 %mul31
  %stride33 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %7 = load i64, ptr %stride33, align 4
  call void @mlcc_rt.image_vp8.vp8_add(ptr %add.ptr32, ptr %add.ptr15, i64 %7)
  %inc35 = add nsw i32 %k6.0, 1
  br label %for.cond7

for.end36:
  ret void
}

define internal i32 @mlcc_rt.image_vp8.vp8_coefficients(ptr %b, ptr %odds, i32 %context, ptr %steps, i32 %first, ptr %to) {
entry:
  %arrayidx = getelementptr inbounds [17 x i8], ptr @mlcc_rt.image_vp8.vp8_coefficients.bands, i32 0, i32 %first
  %0 = load i8, ptr %arrayidx, align 1
  %idxprom = zext i8 %0 to i32
  %arrayidx1 = getelementptr inbounds nuw [3 x [11 x i8]], ptr %odds, i32 %idxprom
  %arrayidx2 = getelementptr inbounds [3 x [11 x i8]], ptr %arrayidx1, i32 0, i32 %context
  %arraydecay = getelementptr inbounds [11 x i8], ptr %arrayidx2, i32 0, i32 0
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ %first, %entry ], [ %inc41, %cond.end ]
  %p.0 = phi ptr [ %arraydecay, %entry ], [ %arraydecay27, %cond.end ]
  %cmp = icmp slt i32 %n.0, 16
  br i1 %cmp, label %for.body, label %return

for.body:
  %arrayidx3 = getelementptr inbounds i8, ptr %p.0, i32 0
  %1 = load i8, ptr %arrayidx3, align 1
  %conv = zext i8 %1 to i32
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %while.cond, label %return

while.cond:
  %n.1 = phi i32 [ %n.0, %for.body ], [ %inc, %while.body ]
  %p.1 = phi ptr [ %p.0, %for.body ], [ %arraydecay12, %while.body ]
  %arrayidx4 = getelementptr inbounds i8, ptr %p.1, i32 1
  %2 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %2 to i32
  %call6 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv5)
  %tobool7 = icmp ne i32 %call6, 0
  %lnot = xor i1 %tobool7, true
  br i1 %lnot, label %while.body, label %while.end

while.body:
  %inc = add nsw i32 %n.1, 1
  %arrayidx8 = getelementptr inbounds [17 x i8], ptr @mlcc_rt.image_vp8.vp8_coefficients.bands, i32 0, i32 %inc
  %3 = load i8, ptr %arrayidx8, align 1
  %idxprom9 = zext i8 %3 to i32
  %arrayidx10 = getelementptr inbounds nuw [3 x [11 x i8]], ptr %odds, i32 %idxprom9
  %arrayidx11 = getelementptr inbounds [3 x [11 x i8]], ptr %arrayidx10, i32 0, i32 0
  %arraydecay12 = getelementptr inbounds [11 x i8], ptr %arrayidx11, i32 0, i32 0
  %cmp13 = icmp eq i32 %inc, 16
  br i1 %cmp13, label %return, label %while.cond

while.end:
  %arrayidx17 = getelementptr inbounds i8, ptr %p.1, i32 2
  %4 = load i8, ptr %arrayidx17, align 1
  %conv18 = zext i8 %4 to i32
  %call19 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv18)
  %tobool20 = icmp ne i32 %call19, 0
  br i1 %tobool20, label %cond.true, label %cond.end

cond.true:
  %call21 = call i32 @mlcc_rt.image_vp8.vp8_large(ptr %b, ptr %p.1)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call21, %cond.true ], [ 1, %while.end ]
  %add = add nsw i32 %n.1, 1
  %arrayidx22 = getelementptr inbounds [17 x i8], ptr @mlcc_rt.image_vp8.vp8_coefficients.bands, i32 0, i32 %add
  %5 = load i8, ptr %arrayidx22, align 1
  %idxprom23 = zext i8 %5 to i32
  %arrayidx24 = getelementptr inbounds nuw [3 x [11 x i8]], ptr %odds, i32 %idxprom23
  %add25 = add nsw i32 1, %call19
  %arrayidx26 = getelementptr inbounds [3 x [11 x i8]], ptr %arrayidx24, i32 0, i32 %add25
  %arraydecay27 = getelementptr inbounds [11 x i8], ptr %arrayidx26, i32 0, i32 0
  %call28 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 128)
  %tobool29 = icmp ne i32 %call28, 0
  %sub = sub nsw i32 0, %cond
  %cond33 = select i1 %tobool29, i32 %sub, i32 %cond
  %cmp34 = icmp sgt i32 %n.1, 0
  %conv35 = zext i1 %cmp34 to i32
  %arrayidx36 = getelementptr inbounds i32, ptr %steps, i32 %conv35
  %6 = load i32, ptr %arrayidx36, align 4
  %mul = mul nsw i32 %cond33, %6
  %conv37 = trunc i32 %mul to i16
  %arrayidx38 = getelementptr inbounds [16 x i8], ptr @mlcc_rt.image_vp8.vp8_coefficients.order, i32 0, i32 %n.1
  %7 = load i8, ptr %arrayidx38, align 1
  %idxprom39 = zext i8 %7 to i32
  %arrayidx40 = getelementptr inbounds nuw i16, ptr %to, i32 %idxprom39
  store i16 %conv37, ptr %arrayidx40, align 2
  %inc41 = add nsw i32 %n.1, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %n.0, %for.body ], [ 16, %while.body ], [ 16, %for.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_vp8.vp8_means(ptr %in, ptr %to) {
entry:
  %t = alloca [16 x i32], align 4
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 4
  br i1 %cmp, label %for.body, label %for.cond35

for.body:
  %arrayidx = getelementptr inbounds i16, ptr %in, i32 %k.0
  %0 = load i16, ptr %arrayidx, align 2
  %conv = sext i16 %0 to i32
  %add = add nsw i32 12, %k.0
  %arrayidx1 = getelementptr inbounds i16, ptr %in, i32 %add
  %1 = load i16, ptr %arrayidx1, align 2
  %conv2 = sext i16 %1 to i32
  %add3 = add nsw i32 %conv, %conv2
  %add4 = add nsw i32 4, %k.0
  %arrayidx5 = getelementptr inbounds i16, ptr %in, i32 %add4
  %2 = load i16, ptr %arrayidx5, align 2
  %conv6 = sext i16 %2 to i32
  %add7 = add nsw i32 8, %k.0
  %arrayidx8 = getelementptr inbounds i16, ptr %in, i32 %add7
  %3 = load i16, ptr %arrayidx8, align 2
  %conv9 = sext i16 %3 to i32
  %add10 = add nsw i32 %conv6, %conv9
  %add11 = add nsw i32 4, %k.0
  %arrayidx12 = getelementptr inbounds i16, ptr %in, i32 %add11
  %4 = load i16, ptr %arrayidx12, align 2
  %conv13 = sext i16 %4 to i32
  %add14 = add nsw i32 8, %k.0
  %arrayidx15 = getelementptr inbounds i16, ptr %in, i32 %add14
  %5 = load i16, ptr %arrayidx15, align 2
  %conv16 = sext i16 %5 to i32
  %sub = sub nsw i32 %conv13, %conv16
  %arrayidx17 = getelementptr inbounds i16, ptr %in, i32 %k.0
  %6 = load i16, ptr %arrayidx17, align 2
  %conv18 = sext i16 %6 to i32
  %add19 = add nsw i32 12, %k.0
  %arrayidx20 = getelementptr inbounds i16, ptr %in, i32 %add19
  %7 = load i16, ptr %arrayidx20, align 2
  %conv21 = sext i16 %7 to i32
  %sub22 = sub nsw i32 %conv18, %conv21
  %add23 = add nsw i32 %add3, %add10
  %arrayidx24 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %k.0
  store i32 %add23, ptr %arrayidx24, align 4
  %sub25 = sub nsw i32 %add3, %add10
  %add26 = add nsw i32 8, %k.0
  %arrayidx27 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %add26
  store i32 %sub25, ptr %arrayidx27, align 4
  %add28 = add nsw i32 %sub22, %sub
  %add29 = add nsw i32 4, %k.0
  %arrayidx30 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %add29
  store i32 %add28, ptr %arrayidx30, align 4
  %sub31 = sub nsw i32 %sub22, %sub
  %add32 = add nsw i32 12, %k.0
  %arrayidx33 = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 %add32
  store i32 %sub31, ptr %arrayidx33, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond35:
  %k34.0 = phi i32 [ %inc80, %for.body38 ], [ 0, %for.cond ]
  %cmp36 = icmp slt i32 %k34.0, 4
  br i1 %cmp36, label %for.body38, label %for.end81

for.body38:
  %arraydecay = getelementptr inbounds [16 x i32], ptr %t, i32 0, i32 0
  %mul = mul nsw i32 4, %k34.0
  %add.ptr = getelementptr inbounds i32, ptr %arraydecay, i32 %mul
  %arrayidx40 = getelementptr inbounds i32, ptr %add.ptr, i32 0
  %8 = load i32, ptr %arrayidx40, align 4
  %add41 = add nsw i32 %8, 3
  %arrayidx42 = getelementptr inbounds i32, ptr %add.ptr, i32 3
  %9 = load i32, ptr %arrayidx42, align 4
  %add43 = add nsw i32 %add41, %9
  %arrayidx45 = getelementptr inbounds i32, ptr %add.ptr, i32 1
  %10 = load i32, ptr %arrayidx45, align 4
  %arrayidx46 = getelementptr inbounds i32, ptr %add.ptr, i32 2
  %11 = load i32, ptr %arrayidx46, align 4
  %add47 = add nsw i32 %10, %11
  %arrayidx49 = getelementptr inbounds i32, ptr %add.ptr, i32 1
  %12 = load i32, ptr %arrayidx49, align 4
  %arrayidx50 = getelementptr inbounds i32, ptr %add.ptr, i32 2
  %13 = load i32, ptr %arrayidx50, align 4
  %sub51 = sub nsw i32 %12, %13
  %arrayidx53 = getelementptr inbounds i32, ptr %add.ptr, i32 0
  %14 = load i32, ptr %arrayidx53, align 4
  %add54 = add nsw i32 %14, 3
  %arrayidx55 = getelementptr inbounds i32, ptr %add.ptr, i32 3
  %15 = load i32, ptr %arrayidx55, align 4
  %sub56 = sub nsw i32 %add54, %15
  %add57 = add nsw i32 %add43, %add47
  %shr = ashr i32 %add57, 3
  %conv58 = trunc i32 %shr to i16
  %mul59 = mul nsw i32 64, %k34.0
  %arrayidx60 = getelementptr inbounds i16, ptr %to, i32 %mul59
  store i16 %conv58, ptr %arrayidx60, align 2
  %add61 = add nsw i32 %sub56, %sub51
  %shr62 = ashr i32 %add61, 3
  %conv63 = trunc i32 %shr62 to i16
  %mul64 = mul nsw i32 64, %k34.0
  %add65 = add nsw i32 %mul64, 16
  %arrayidx66 = getelementptr inbounds i16, ptr %to, i32 %add65
  store i16 %conv63, ptr %arrayidx66, align 2
  %sub67 = sub nsw i32 %add43, %add47
  %shr68 = ashr i32 %sub67, 3
  %conv69 = trunc i32 %shr68 to i16
  %mul70 = mul nsw i32 64, %k34.0
  %add71 = add nsw i32 %mul70, 32
  %arrayidx72 = getelementptr inbounds i16, ptr %to, i32 %add71
  store i16 %conv69, ptr %arrayidx72, align 2
  %sub73 = sub nsw i32 %sub56, %sub51
  %shr74 = ashr i32 %sub73, 3
  %conv75 = trunc i32 %shr74 to i16
  %mul76 = mul nsw i32 64, %k34.0
  %add77 = add nsw i32 %mul76, 48
  %arrayidx78 = getelementptr inbounds i16, ptr %to, i32 %add77
  store i16 %conv75, ptr %arrayidx78, align 2
  %inc80 = add nsw i32 %k34.0, 1
  br label %for.cond35

for.end81:
  ret void
}

define internal i32 @mlcc_rt.image_vp8.vp8_large(ptr %b, ptr %odds) {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %odds, i32 3
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.end, label %if.then

if.then:
  %arrayidx1 = getelementptr inbounds i8, ptr %odds, i32 4
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %call3 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv2)
  %tobool4 = icmp ne i32 %call3, 0
  br i1 %tobool4, label %cond.false, label %return

cond.false:
  %arrayidx5 = getelementptr inbounds i8, ptr %odds, i32 5
  %2 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %2 to i32
  %call7 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv6)
  %add = add nsw i32 3, %call7
  br label %return

if.end:
  %arrayidx8 = getelementptr inbounds i8, ptr %odds, i32 6
  %3 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %3 to i32
  %call10 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv9)
  %tobool11 = icmp ne i32 %call10, 0
  br i1 %tobool11, label %if.end25, label %if.then12

if.then12:
  %arrayidx13 = getelementptr inbounds i8, ptr %odds, i32 7
  %4 = load i8, ptr %arrayidx13, align 1
  %conv14 = zext i8 %4 to i32
  %call15 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv14)
  %tobool16 = icmp ne i32 %call15, 0
  br i1 %tobool16, label %if.end20, label %if.then17

if.then17:
  %call18 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 159)
  %add19 = add nsw i32 5, %call18
  br label %return

if.end20:
  %call21 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 165)
  %mul = mul nsw i32 2, %call21
  %add22 = add nsw i32 7, %mul
  %call23 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 145)
  %add24 = add nsw i32 %add22, %call23
  br label %return

if.end25:
  %arrayidx27 = getelementptr inbounds i8, ptr %odds, i32 8
  %5 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %5 to i32
  %call29 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv28)
  %mul30 = mul nsw i32 2, %call29
  %add31 = add nsw i32 9, %call29
  %arrayidx32 = getelementptr inbounds i8, ptr %odds, i32 %add31
  %6 = load i8, ptr %arrayidx32, align 1
  %conv33 = zext i8 %6 to i32
  %call34 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv33)
  %add35 = add nsw i32 %mul30, %call34
  %arrayidx36 = getelementptr inbounds [4 x [12 x i8]], ptr @mlcc_rt.image_vp8.vp8_large.digits, i32 0, i32 %add35
  %arraydecay = getelementptr inbounds [12 x i8], ptr %arrayidx36, i32 0, i32 0
  br label %for.cond

for.cond:
  %value.0 = phi i32 [ 0, %if.end25 ], [ %add42, %for.body ]
  %digit.0 = phi ptr [ %arraydecay, %if.end25 ], [ %incdec.ptr, %for.body ]
  %7 = load i8, ptr %digit.0, align 1
  %conv37 = zext i8 %7 to i32
  %cmp = icmp ne i32 %conv37, 0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul39 = mul nsw i32 2, %value.0
  %8 = load i8, ptr %digit.0, align 1
  %conv40 = zext i8 %8 to i32
  %call41 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv40)
  %add42 = add nsw i32 %mul39, %call41
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %digit.0, i32 1
  br label %for.cond

for.end:
  %add43 = add nsw i32 %value.0, 3
  %shl = shl i32 8, %add35
  %add44 = add nsw i32 %add43, %shl
  br label %return

return:
  %retval.0 = phi i32 [ %add44, %for.end ], [ %add24, %if.end20 ], [ %add19, %if.then17 ], [ %add, %cond.false ], [ 2, %if.then ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_vp8.vp8_plane(ptr %to, i64 %stride, i32 %size) {
entry:
  %idx.ext = trunc i64 %stride to i32
  %idx.neg = sub i32 0, %idx.ext
  %add.ptr = getelementptr inbounds i8, ptr %to, i32 %idx.neg
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr, i32 -1
  %0 = load i8, ptr %arrayidx, align 1
  br label %for.cond

for.cond:
  %y.0 = phi i32 [ 0, %entry ], [ %inc17, %for.inc16 ]
  %cmp = icmp slt i32 %y.0, %size
  br i1 %cmp, label %for.cond1, label %for.end18

for.cond1:
  %x.0 = phi i32 [ %inc, %for.body3 ], [ 0, %for.cond ]
  %cmp2 = icmp slt i32 %x.0, %size
  br i1 %cmp2, label %for.body3, label %for.inc16

for.body3:
  %conv = sext i32 %y.0 to i64
  %mul = mul nsw i64 %conv, %stride
  %sub = sub nsw i64 %mul, 1
  %idxprom = trunc i64 %sub to i32
  %arrayidx4 = getelementptr inbounds i8, ptr %to, i32 %idxprom
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %1 to i32
  %arrayidx6 = getelementptr inbounds i8, ptr %add.ptr, i32 %x.0
  %2 = load i8, ptr %arrayidx6, align 1
  %conv7 = zext i8 %2 to i32
  %add = add nsw i32 %conv5, %conv7
  %conv8 = zext i8 %0 to i32
  %sub9 = sub nsw i32 %add, %conv8
  %call = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %sub9)
  %conv10 = sext i32 %y.0 to i64
  %mul11 = mul nsw i64 %conv10, %stride
  %conv12 = sext i32 %x.0 to i64
  %add13 = add nsw i64 %mul11, %conv12
  %idxprom14 = trunc i64 %add13 to i32
  %arrayidx15 = getelementptr inbounds i8, ptr %to, i32 %idxprom14
  store i8 %call, ptr %arrayidx15, align 1
  %inc = add nsw i32 %x.0, 1
  br label %for.cond1

for.inc16:
  %inc17 = add nsw i32 %y.0, 1
  br label %for.cond

for.end18:
  ret void
}

define internal zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %value) {
entry:
  %call = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %value, i32 0, i32 255)
  %conv = trunc i32 %call to i8
  ret i8 %conv
}

define internal void @mlcc_rt.image_vp8.vp8_predict_small(ptr %to, i64 %stride, i32 %mode, ptr %further) {
entry:
  %e = alloca [15 x i8], align 1
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 4
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %sub = sub nsw i32 3, %k.0
  %conv = sext i32 %sub to i64
  %mul = mul nsw i64 %conv, %stride
  %sub1 = sub nsw i64 %mul, 1
  %idxprom = trunc i64 %sub1 to i32
  %arrayidx = getelementptr inbounds i8, ptr %to, i32 %idxprom
  %0 = load i8, ptr %arrayidx, align 1
  %add = add nsw i32 1, %k.0
  %arrayidx2 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 %add
  store i8 %0, ptr %arrayidx2, align 1
  %conv3 = sext i32 %k.0 to i64
  %sub4 = sub nsw i64 %conv3, %stride
  %idxprom5 = trunc i64 %sub4 to i32
  %arrayidx6 = getelementptr inbounds i8, ptr %to, i32 %idxprom5
  %1 = load i8, ptr %arrayidx6, align 1
  %add7 = add nsw i32 6, %k.0
  %arrayidx8 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 %add7
  store i8 %1, ptr %arrayidx8, align 1
  %arrayidx9 = getelementptr inbounds i8, ptr %further, i32 %k.0
  %2 = load i8, ptr %arrayidx9, align 1
  %add10 = add nsw i32 10, %k.0
  %arrayidx11 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 %add10
  store i8 %2, ptr %arrayidx11, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %arrayidx12 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 1
  %3 = load i8, ptr %arrayidx12, align 1
  %arrayidx13 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 0
  store i8 %3, ptr %arrayidx13, align 1
  %sub14 = sub nsw i64 0, %stride
  %sub15 = sub nsw i64 %sub14, 1
  %idxprom16 = trunc i64 %sub15 to i32
  %arrayidx17 = getelementptr inbounds i8, ptr %to, i32 %idxprom16
  %4 = load i8, ptr %arrayidx17, align 1
  %arrayidx18 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 5
  store i8 %4, ptr %arrayidx18, align 1
  %arrayidx19 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 13
  %5 = load i8, ptr %arrayidx19, align 1
  %arrayidx20 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 14
  store i8 %5, ptr %arrayidx20, align 1
  %cmp21 = icmp eq i32 %mode, 1
  br i1 %cmp21, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.image_vp8.vp8_plane(ptr %to, i64 %stride, i32 4)
  br label %for.end92

if.end:
  %arrayidx23 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 1
  %6 = load i8, ptr %arrayidx23, align 1
  %conv24 = zext i8 %6 to i32
  %arrayidx25 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 2
  %7 = load i8, ptr %arrayidx25, align 1
  %conv26 = zext i8 %7 to i32
  %add27 = add nsw i32 %conv24, %conv26
  %arrayidx28 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 3
  %8 = load i8, ptr %arrayidx28, align 1
  %conv29 = zext i8 %8 to i32
  %add30 = add nsw i32 %add27, %conv29
  %arrayidx31 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 4
  %9 = load i8, ptr %arrayidx31, align 1
  %conv32 = zext i8 %9 to i32
  %add33 = add nsw i32 %add30, %conv32
  %arrayidx34 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 6
  %10 = load i8, ptr %arrayidx34, align 1
  %conv35 = zext i8 %10 to i32
  %add36 = add nsw i32 %add33, %conv35
  %arrayidx37 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 7
  %11 = load i8, ptr %arrayidx37, align 1
  %conv38 = zext i8 %11 to i32
  %add39 = add nsw i32 %add36, %conv38
  %arrayidx40 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 8
  %12 = load i8, ptr %arrayidx40, align 1
  %conv41 = zext i8 %12 to i32
  %add42 = add nsw i32 %add39, %conv41
  %arrayidx43 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 9
  %13 = load i8, ptr %arrayidx43, align 1
  %conv44 = zext i8 %13 to i32
  %add45 = add nsw i32 %add42, %conv44
  %add46 = add nsw i32 %add45, 4
  %shr = ashr i32 %add46, 3
  br label %for.cond48

for.cond48:
  %k47.0 = phi i32 [ 0, %if.end ], [ %inc91, %cond.end81 ]
  %cmp49 = icmp slt i32 %k47.0, 16
  br i1 %cmp49, label %for.body51, label %for.end92

for.body51:
  %arrayidx52 = getelementptr inbounds [10 x [16 x i8]], ptr @mlcc_rt.image_vp8.vp8_directions, i32 0, i32 %mode
  %arrayidx53 = getelementptr inbounds [16 x i8], ptr %arrayidx52, i32 0, i32 %k47.0
  %14 = load i8, ptr %arrayidx53, align 1
  %conv54 = zext i8 %14 to i32
  %and = and i32 %conv54, 15
  %cmp55 = icmp eq i32 %mode, 0
  br i1 %cmp55, label %cond.end81, label %cond.false

cond.false:
  %and57 = and i32 %conv54, 16
  %tobool = icmp ne i32 %and57, 0
  br i1 %tobool, label %cond.true58, label %cond.false67

cond.true58:
  %arrayidx59 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 %and
  %15 = load i8, ptr %arrayidx59, align 1
  %conv60 = zext i8 %15 to i32
  %add61 = add nsw i32 %and, 1
  %arrayidx62 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 %add61
  %16 = load i8, ptr %arrayidx62, align 1
  %conv63 = zext i8 %16 to i32
  %add64 = add nsw i32 %conv60, %conv63
  %add65 = add nsw i32 %add64, 1
  %shr66 = ashr i32 %add65, 1
  br label %cond.end81

cond.false67:
  %sub68 = sub nsw i32 %and, 1
  %arrayidx69 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 %sub68
  %17 = load i8, ptr %arrayidx69, align 1
  %conv70 = zext i8 %17 to i32
  %arrayidx71 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 %and
  %18 = load i8, ptr %arrayidx71, align 1
  %conv72 = zext i8 %18 to i32
  %mul73 = mul nsw i32 2, %conv72
  %add74 = add nsw i32 %conv70, %mul73
  %add75 = add nsw i32 %and, 1
  %arrayidx76 = getelementptr inbounds [15 x i8], ptr %e, i32 0, i32 %add75
  %19 = load i8, ptr %arrayidx76, align 1
  %conv77 = zext i8 %19 to i32
  %add78 = add nsw i32 %add74, %conv77
  %add79 = add nsw i32 %add78, 2
  %shr80 = ashr i32 %add79, 2
  br label %cond.end81

cond.end81:
  %cond82 = phi i32 [ %shr, %for.body51 ], [ %shr66, %cond.true58 ], [ %shr80, %cond.false67 ]
  %conv83 = trunc i32 %cond82 to i8
  %div = sdiv i32 %k47.0, 4
  %conv84 = sext i32 %div to i64
  %mul85 = mul nsw i64 %conv84, %stride
  %rem = srem i32 %k47.0, 4
  %conv86 = sext i32 %rem to i64
  %add87 = add nsw i64 %mul85, %conv86
  %idxprom88 = trunc i64 %add87 to i32
  %arrayidx89 = getelementptr inbounds i8, ptr %to, i32 %idxprom88
  store i8 %conv83, ptr %arrayidx89, align 1
  %inc91 = add nsw i32 %k47.0, 1
  br label %for.cond48

for.end92:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_filter_edges(ptr %v, ptr %block, ptr %plane, i32 %size, i64 %step, i64 %across, i32 %outer) {
entry:
  %tobool = icmp ne i32 %outer, 0
  %cond = select i1 %tobool, i32 0, i32 4
  br label %for.cond

for.cond:
  %edge.0 = phi i32 [ %cond, %entry ], [ %add29, %for.inc28 ]
  %inner = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 2
  %0 = load i8, ptr %inner, align 1
  %conv = zext i8 %0 to i32
  %tobool1 = icmp ne i32 %conv, 0
  %size. = select i1 %tobool1, i32 %size, i32 1
  %cmp = icmp slt i32 %edge.0, %size.
  br i1 %cmp, label %for.cond4, label %for.end30

for.cond4:
  %k.0 = phi i32 [ %inc, %cond.end19 ], [ 0, %for.cond ]
  %cmp5 = icmp slt i32 %k.0, %size
  br i1 %cmp5, label %for.body7, label %for.inc28

for.body7:
  %conv8 = sext i32 %edge.0 to i64
  %mul = mul nsw i64 %conv8, %step
  %idx.ext = trunc i64 %mul to i32
  %add.ptr = getelementptr inbounds i8, ptr %plane, i32 %idx.ext
  %conv9 = sext i32 %k.0 to i64
  %mul10 = mul nsw i64 %conv9, %across
  %idx.ext11 = trunc i64 %mul10 to i32
  %add.ptr12 = getelementptr inbounds i8, ptr %add.ptr, i32 %idx.ext11
  %simple = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 21
  %1 = load i32, ptr %simple, align 4
  %tobool13 = icmp ne i32 %1, 0
  br i1 %tobool13, label %cond.end19, label %cond.false15

cond.false15:
  %cmp16 = icmp eq i32 %edge.0, 0
  %cond18 = select i1 %cmp16, i32 2, i32 1
  br label %cond.end19

cond.end19:
  %cond20 = phi i32 [ %cond18, %cond.false15 ], [ 0, %for.body7 ]
  %edge21 = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 3
  %2 = load i8, ptr %edge21, align 1
  %conv22 = zext i8 %2 to i32
  %cmp23 = icmp eq i32 %edge.0, 0
  %cond25 = select i1 %cmp23, i32 4, i32 0
  %add = add nsw i32 %conv22, %cond25
  %sharp = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 4
  %3 = load i8, ptr %sharp, align 1
  %conv26 = zext i8 %3 to i32
  %filter = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 1
  %4 = load i8, ptr %filter, align 1
  %conv27 = zext i8 %4 to i32
  call void @mlcc_rt.image_vp8.vp8_filter(ptr %add.ptr12, i64 %step, i32 %cond20, i32 %add, i32 %conv26, i32 %conv27)
  %inc = add nsw i32 %k.0, 1
  br label %for.cond4

for.inc28:
  %add29 = add nsw i32 %edge.0, 4
  br label %for.cond

for.end30:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_filter(ptr %p, i64 %step, i32 %kind, i32 %limit, i32 %sharp, i32 %threshold) {
entry:
  %mul = mul nsw i64 -2, %step
  %idxprom = trunc i64 %mul to i32
  %arrayidx = getelementptr inbounds i8, ptr %p, i32 %idxprom
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %sub = sub nsw i64 0, %step
  %idxprom1 = trunc i64 %sub to i32
  %arrayidx2 = getelementptr inbounds i8, ptr %p, i32 %idxprom1
  %1 = load i8, ptr %arrayidx2, align 1
  %conv3 = zext i8 %1 to i32
  %arrayidx4 = getelementptr inbounds i8, ptr %p, i32 0
  %2 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %2 to i32
  %idxprom6 = trunc i64 %step to i32
  %arrayidx7 = getelementptr inbounds i8, ptr %p, i32 %idxprom6
  %3 = load i8, ptr %arrayidx7, align 1
  %conv8 = zext i8 %3 to i32
  %call = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv3, i32 %conv5)
  %mul9 = mul nsw i32 4, %call
  %call10 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv, i32 %conv8)
  %add = add nsw i32 %mul9, %call10
  %mul11 = mul nsw i32 2, %limit
  %add12 = add nsw i32 %mul11, 1
  %cmp = icmp sgt i32 %add, %add12
  br i1 %cmp, label %if.end138, label %if.end

if.end:
  %cmp14 = icmp sgt i32 %kind, 0
  br i1 %cmp14, label %if.then16, label %if.end63

if.then16:
  %mul17 = mul nsw i64 -4, %step
  %idxprom18 = trunc i64 %mul17 to i32
  %arrayidx19 = getelementptr inbounds i8, ptr %p, i32 %idxprom18
  %4 = load i8, ptr %arrayidx19, align 1
  %conv20 = zext i8 %4 to i32
  %mul21 = mul nsw i64 -3, %step
  %idxprom22 = trunc i64 %mul21 to i32
  %arrayidx23 = getelementptr inbounds i8, ptr %p, i32 %idxprom22
  %5 = load i8, ptr %arrayidx23, align 1
  %conv24 = zext i8 %5 to i32
  %mul25 = mul nsw i64 2, %step
  %idxprom26 = trunc i64 %mul25 to i32
  %arrayidx27 = getelementptr inbounds i8, ptr %p, i32 %idxprom26
  %6 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %6 to i32
  %mul29 = mul nsw i64 3, %step
  %idxprom30 = trunc i64 %mul29 to i32
  %arrayidx31 = getelementptr inbounds i8, ptr %p, i32 %idxprom30
  %7 = load i8, ptr %arrayidx31, align 1
  %conv32 = zext i8 %7 to i32
  %call33 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv20, i32 %conv24)
  %cmp34 = icmp sgt i32 %call33, %sharp
  br i1 %cmp34, label %if.end138, label %lor.lhs.false

lor.lhs.false:
  %call36 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv24, i32 %conv)
  %cmp37 = icmp sgt i32 %call36, %sharp
  br i1 %cmp37, label %if.end138, label %lor.lhs.false39

lor.lhs.false39:
  %call40 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv, i32 %conv3)
  %cmp41 = icmp sgt i32 %call40, %sharp
  br i1 %cmp41, label %if.end138, label %lor.lhs.false43

lor.lhs.false43:
  %call44 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv32, i32 %conv28)
  %cmp45 = icmp sgt i32 %call44, %sharp
  br i1 %cmp45, label %if.end138, label %lor.lhs.false47

lor.lhs.false47:
  %call48 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv28, i32 %conv8)
  %cmp49 = icmp sgt i32 %call48, %sharp
  br i1 %cmp49, label %if.end138, label %lor.lhs.false51

lor.lhs.false51:
  %call52 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv8, i32 %conv5)
  %cmp53 = icmp sgt i32 %call52, %sharp
  br i1 %cmp53, label %if.end138, label %if.end56

if.end56:
  %call57 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv, i32 %conv3)
  %cmp58 = icmp sgt i32 %call57, %threshold
  br i1 %cmp58, label %lor.end, label %lor.rhs

lor.rhs:
  %call60 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv8, i32 %conv5)
  %cmp61 = icmp sgt i32 %call60, %threshold
  br label %lor.end

lor.end:
  %8 = phi i1 [ true, %if.end56 ], [ %cmp61, %lor.rhs ]
  %lor.ext = zext i1 %8 to i32
  br label %if.end63

if.end63:
  %rough.0 = phi i32 [ %lor.ext, %lor.end ], [ 1, %if.end ]
  %sub64 = sub nsw i32 %conv5, %conv3
  %mul65 = mul nsw i32 3, %sub64
  %sub66 = sub nsw i32 %conv, %conv8
  %call67 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %sub66, i32 -128, i32 127)
  %add68 = add nsw i32 %mul65, %call67
  %cmp69 = icmp ne i32 %kind, 2
  %tobool = icmp ne i32 %rough.0, 0
  %or.cond = select i1 %cmp69, i1 true, i1 %tobool
  br i1 %or.cond, label %if.end105, label %if.then71

if.then71:
  %call72 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add68, i32 -128, i32 127)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.then71 ], [ %inc, %for.body ]
  %cmp73 = icmp slt i32 %k.0, 3
  br i1 %cmp73, label %for.body, label %if.end138

for.body:
  %mul75 = mul nsw i32 9, %k.0
  %sub76 = sub nsw i32 27, %mul75
  %mul77 = mul nsw i32 %sub76, %call72
  %add78 = add nsw i32 %mul77, 63
  %shr = ashr i32 %add78, 7
  %add79 = add nsw i32 %k.0, 1
  %sub80 = sub nsw i32 0, %add79
  %conv81 = sext i32 %sub80 to i64
  %mul82 = mul nsw i64 %conv81, %step
  %idxprom83 = trunc i64 %mul82 to i32
  %arrayidx84 = getelementptr inbounds i8, ptr %p, i32 %idxprom83
  %9 = load i8, ptr %arrayidx84, align 1
  %conv85 = zext i8 %9 to i32
  %add86 = add nsw i32 %conv85, %shr
  %call87 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add86)
  %add88 = add nsw i32 %k.0, 1
  %sub89 = sub nsw i32 0, %add88
  %conv90 = sext i32 %sub89 to i64
  %mul91 = mul nsw i64 %conv90, %step
  %idxprom92 = trunc i64 %mul91 to i32
  %arrayidx93 = getelementptr inbounds i8, ptr %p, i32 %idxprom92
  store i8 %call87, ptr %arrayidx93, align 1
  %conv94 = sext i32 %k.0 to i64
  %mul95 = mul nsw i64 %conv94, %step
  %idxprom96 = trunc i64 %mul95 to i32
  %arrayidx97 = getelementptr inbounds i8, ptr %p, i32 %idxprom96
  %10 = load i8, ptr %arrayidx97, align 1
  %conv98 = zext i8 %10 to i32
  %sub99 = sub nsw i32 %conv98, %shr
  %call100 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %sub99)
  %conv101 = sext i32 %k.0 to i64
  %mul102 = mul nsw i64 %conv101, %step
  %idxprom103 = trunc i64 %mul102 to i32
  %arrayidx104 = getelementptr inbounds i8, ptr %p, i32 %idxprom103
  store i8 %call100, ptr %arrayidx104, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

if.end105:
  %tobool107 = icmp ne i32 %rough.0, 0
  %add68.mul65 = select i1 %tobool107, i32 %add68, i32 %mul65
  %add108 = add nsw i32 %add68.mul65, 4
  %shr109 = ashr i32 %add108, 3
  %call110 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %shr109, i32 -16, i32 15)
  %add112 = add nsw i32 %add68.mul65, 3
  %shr113 = ashr i32 %add112, 3
  %call114 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %shr113, i32 -16, i32 15)
  %add115 = add nsw i32 %conv3, %call114
  %call116 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add115)
  %sub117 = sub nsw i64 0, %step
  %idxprom118 = trunc i64 %sub117 to i32
  %arrayidx119 = getelementptr inbounds i8, ptr %p, i32 %idxprom118
  store i8 %call116, ptr %arrayidx119, align 1
  %sub120 = sub nsw i32 %conv5, %call110
  %call121 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %sub120)
  %arrayidx122 = getelementptr inbounds i8, ptr %p, i32 0
  store i8 %call121, ptr %arrayidx122, align 1
  %tobool123 = icmp ne i32 %rough.0, 0
  br i1 %tobool123, label %if.end138, label %if.then124

if.then124:
  %add125 = add nsw i32 %call110, 1
  %shr126 = ashr i32 %add125, 1
  %add127 = add nsw i32 %conv, %shr126
  %call128 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add127)
  %mul129 = mul nsw i64 -2, %step
  %idxprom130 = trunc i64 %mul129 to i32
  %arrayidx131 = getelementptr inbounds i8, ptr %p, i32 %idxprom130
  store i8 %call128, ptr %arrayidx131, align 1
  %add132 = add nsw i32 %call110, 1
  %shr133 = ashr i32 %add132, 1
  %sub134 = sub nsw i32 %conv8, %shr133
  %call135 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %sub134)
  %idxprom136 = trunc i64 %step to i32
  %arrayidx137 = getelementptr inbounds i8, ptr %p, i32 %idxprom136
  store i8 %call135, ptr %arrayidx137, align 1
  br label %if.end138

if.end138:
  ret void
}

define internal i32 @mlcc_rt.image_vp8.vp8_apart(i32 %a, i32 %b) {
entry:
  %cmp = icmp sgt i32 %a, %b
  %sub = sub nsw i32 %a, %b
  %sub1 = sub nsw i32 %b, %a
  %cond = select i1 %cmp, i32 %sub, i32 %sub1
  ret i32 %cond
}

define internal i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %value, i32 %factor) {
entry:
  %mul = mul nsw i32 %value, %factor
  %shr = ashr i32 %mul, 8
  ret i32 %shr
}

define internal i32 @mlcc_rt.image_vp8.vp8_colour(i32 %value) {
entry:
  %shr = ashr i32 %value, 6
  %call = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %shr, i32 0, i32 255)
  ret i32 %call
}
