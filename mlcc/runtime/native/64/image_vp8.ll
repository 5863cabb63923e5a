; Generated from image_vp8.c by mlcc.runtime.native.generate.

%struct.mlcc_image = type { ptr, i64, i64, i64, ptr }
%struct.vp8 = type { i64, i64, i64, i64, i64, i64, ptr, ptr, [2 x ptr], ptr, ptr, ptr, %struct.vp8_bits, [8 x %struct.vp8_bits], i32, i32, i32, i32, [3 x i32], [4 x i32], [4 x i32], i32, i32, i32, i32, i32, i32, i32, i32, [4 x [3 x [2 x i32]]], [4 x [8 x [3 x [11 x i8]]]], [400 x i16] }
%struct.vp8_bits = type { ptr, ptr, i32, i32, i32, i32 }
%struct.vp8_block = type { i8, i8, i8, i8, i8 }

@mlcc_rt.image_vp8.vp8_update_odds = internal constant [1056 x i8] c"\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\B0\F6\FF\FF\FF\FF\FF\FF\FF\FF\FF\DF\F1\FC\FF\FF\FF\FF\FF\FF\FF\FF\F9\FD\FD\FF\FF\FF\FF\FF\FF\FF\FF\FF\F4\FC\FF\FF\FF\FF\FF\FF\FF\FF\EA\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FD\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\F6\FE\FF\FF\FF\FF\FF\FF\FF\FF\EF\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\F8\FE\FF\FF\FF\FF\FF\FF\FF\FF\FB\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FB\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FD\FF\FE\FF\FF\FF\FF\FF\FF\FA\FF\FE\FF\FE\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\D9\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\E1\FC\F1\FD\FF\FF\FE\FF\FF\FF\FF\EA\FA\F1\FA\FD\FF\FD\FE\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\DF\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\EE\FD\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\F8\FE\FF\FF\FF\FF\FF\FF\FF\FF\F9\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FD\FF\FF\FF\FF\FF\FF\FF\FF\FF\F7\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FC\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FD\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FD\FF\FF\FF\FF\FF\FF\FF\FF\FA\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\BA\FB\FA\FF\FF\FF\FF\FF\FF\FF\FF\EA\FB\F4\FE\FF\FF\FF\FF\FF\FF\FF\FB\FB\F3\FD\FE\FF\FE\FF\FF\FF\FF\FF\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\EC\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FB\FD\FD\FE\FE\FF\FF\FF\FF\FF\FF\FF\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FE\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\F8\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FA\FE\FC\FE\FF\FF\FF\FF\FF\FF\FF\F8\FE\F9\FD\FF\FF\FF\FF\FF\FF\FF\FF\FD\FD\FF\FF\FF\FF\FF\FF\FF\FF\F6\FD\FD\FF\FF\FF\FF\FF\FF\FF\FF\FC\FE\FB\FE\FE\FF\FF\FF\FF\FF\FF\FF\FE\FC\FF\FF\FF\FF\FF\FF\FF\FF\F8\FE\FD\FF\FF\FF\FF\FF\FF\FF\FF\FD\FF\FE\FE\FF\FF\FF\FF\FF\FF\FF\FF\FB\FE\FF\FF\FF\FF\FF\FF\FF\FF\F5\FB\FE\FF\FF\FF\FF\FF\FF\FF\FF\FD\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FB\FD\FF\FF\FF\FF\FF\FF\FF\FF\FC\FD\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FC\FF\FF\FF\FF\FF\FF\FF\FF\FF\F9\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FD\FF\FF\FF\FF\FF\FF\FF\FF\FA\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FE\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF", align 16
@mlcc_rt.image_vp8.vp8_first_odds = internal constant [1056 x i8] c"\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\FD\88\FE\FF\E4\DB\80\80\80\80\80\BD\81\F2\FF\E3\D5\FF\DB\80\80\80j~\E3\FC\D6\D1\FF\FF\80\80\80\01b\F8\FF\EC\E2\FF\FF\80\80\80\B5\85\EE\FE\DD\EA\FF\9A\80\80\80N\86\CA\F7\C6\B4\FF\DB\80\80\80\01\B9\F9\FF\F3\FF\80\80\80\80\80\B8\96\F7\FF\EC\E0\80\80\80\80\80Mn\D8\FF\EC\E6\80\80\80\80\80\01e\FB\FF\F1\FF\80\80\80\80\80\AA\8B\F1\FC\EC\D1\FF\FF\80\80\80%t\C4\F3\E4\FF\FF\FF\80\80\80\01\CC\FE\FF\F5\FF\80\80\80\80\80\CF\A0\FA\FF\EE\80\80\80\80\80\80fg\E7\FF\D3\AB\80\80\80\80\80\01\98\FC\FF\F0\FF\80\80\80\80\80\B1\87\F3\FF\EA\E1\80\80\80\80\80P\81\D3\FF\C2\E0\80\80\80\80\80\01\01\FF\80\80\80\80\80\80\80\80\F6\01\FF\80\80\80\80\80\80\80\80\FF\80\80\80\80\80\80\80\80\80\80\C6#\ED\DF\C1\BB\A2\A0\91\9B>\83-\C6\DD\AC\B0\DC\9D\FC\DD\01D/\92\D0\95\A7\DD\A2\FF\DF\80\01\95\F1\FF\DD\E0\FF\FF\80\80\80\B8\8D\EA\FD\DE\DC\FF\C7\80\80\80Qc\B5\F2\B0\BE\F9\CA\FF\FF\80\01\81\E8\FD\D6\C5\F2\C4\FF\FF\80cy\D2\FA\C9\C6\FF\CA\80\80\80\17[\A3\F2\AA\BB\F7\D2\FF\FF\80\01\C8\F6\FF\EA\FF\80\80\80\80\80m\B2\F1\FF\E7\F5\FF\FF\80\80\80,\82\C9\FD\CD\C0\FF\FF\80\80\80\01\84\EF\FB\DB\D1\FF\A5\80\80\80^\88\E1\FB\DA\BE\FF\FF\80\80\80\16d\AE\F5\BA\A1\FF\C7\80\80\80\01\B6\F9\FF\E8\EB\80\80\80\80\80|\8F\F1\FF\E3\EA\80\80\80\80\80#M\B5\FB\C1\D3\FF\CD\80\80\80\01\9D\F7\FF\EC\E7\FF\FF\80\80\80y\8D\EB\FF\E1\E3\FF\FF\80\80\80-c\BC\FB\C3\D9\FF\E0\80\80\80\01\01\FB\FF\D5\FF\80\80\80\80\80\CB\01\F8\FF\FF\80\80\80\80\80\80\89\01\B1\FF\E0\FF\80\80\80\80\80\FD\09\F8\FB\CF\D0\FF\C0\80\80\80\AF\0D\E0\F3\C1\B9\F9\C6\FF\FF\80I\11\AB\DD\A1\B3\EC\A7\FF\EA\80\01_\F7\FD\D4\B7\FF\FF\80\80\80\EFZ\F4\FA\D3\D1\FF\FF\80\80\80\9BM\C3\F8\BC\C3\FF\FF\80\80\80\01\18\EF\FB\DA\DB\FF\CD\80\80\80\C93\DB\FF\C4\BA\80\80\80\80\80E.\BE\EF\C9\DA\FF\E4\80\80\80\01\BF\FB\FF\FF\80\80\80\80\80\80\DF\A5\F9\FF\D5\FF\80\80\80\80\80\8D|\F8\FF\FF\80\80\80\80\80\80\01\10\F8\FF\FF\80\80\80\80\80\80\BE$\E6\FF\EC\FF\80\80\80\80\80\95\01\FF\80\80\80\80\80\80\80\80\01\E2\FF\80\80\80\80\80\80\80\80\F7\C0\FF\80\80\80\80\80\80\80\80\F0\80\FF\80\80\80\80\80\80\80\80\01\86\FC\FF\FF\80\80\80\80\80\80\D5>\FA\FF\FF\80\80\80\80\80\807]\FF\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\CA\18\D5\EB\BA\BF\DC\A0\F0\AF\FF~&\B6\E8\A9\B8\E4\AE\FF\BB\80=.\8A\DB\97\B2\F0\AA\FF\D8\80\01p\E6\FA\C7\BF\F7\9F\FF\FF\80\A6m\E4\FC\D3\D7\FF\AE\80\80\80'M\A2\E8\AC\B4\F5\B2\FF\FF\80\014\DC\F6\C6\C7\F9\DC\FF\FF\80|J\BF\F3\B7\C1\FA\DD\FF\FF\80\18G\82\DB\9A\AA\F3\B6\FF\FF\80\01\B6\E1\F9\DB\F0\FF\E0\80\80\80\95\96\E2\FC\D8\CD\FF\AB\80\80\80\1Cl\AA\F2\B7\C2\FE\DF\FF\FF\80\01Q\E6\FC\CC\CB\FF\C0\80\80\80{f\D1\F7\BC\C4\FF\E9\80\80\80\14_\99\F3\A4\AD\FF\CB\80\80\80\01\DE\F8\FF\D8\D5\80\80\80\80\80\A8\AF\F6\FC\EB\CD\FF\FF\80\80\80/t\D7\FF\D3\D4\FF\FF\80\80\80\01y\EC\FD\D4\D6\FF\FF\80\80\80\8DT\D5\FC\C9\CA\FF\DB\80\80\80*P\A0\F0\A2\B9\FF\CD\80\80\80\01\01\FF\80\80\80\80\80\80\80\80\F4\01\FF\80\80\80\80\80\80\80\80\EE\01\FF\80\80\80\80\80\80\80\80", align 16
@mlcc_rt.image_vp8.vp8_ac_steps = internal constant [128 x i16] [i16 4, i16 5, i16 6, i16 7, i16 8, i16 9, i16 10, i16 11, i16 12, i16 13, i16 14, i16 15, i16 16, i16 17, i16 18, i16 19, i16 20, i16 21, i16 22, i16 23, i16 24, i16 25, i16 26, i16 27, i16 28, i16 29, i16 30, i16 31, i16 32, i16 33, i16 34, i16 35, i16 36, i16 37, i16 38, i16 39, i16 40, i16 41, i16 42, i16 43, i16 44, i16 45, i16 46, i16 47, i16 48, i16 49, i16 50, i16 51, i16 52, i16 53, i16 54, i16 55, i16 56, i16 57, i16 58, i16 60, i16 62, i16 64, i16 66, i16 68, i16 70, i16 72, i16 74, i16 76, i16 78, i16 80, i16 82, i16 84, i16 86, i16 88, i16 90, i16 92, i16 94, i16 96, i16 98, i16 100, i16 102, i16 104, i16 106, i16 108, i16 110, i16 112, i16 114, i16 116, i16 119, i16 122, i16 125, i16 128, i16 131, i16 134, i16 137, i16 140, i16 143, i16 146, i16 149, i16 152, i16 155, i16 158, i16 161, i16 164, i16 167, i16 170, i16 173, i16 177, i16 181, i16 185, i16 189, i16 193, i16 197, i16 201, i16 205, i16 209, i16 213, i16 217, i16 221, i16 225, i16 229, i16 234, i16 239, i16 245, i16 249, i16 254, i16 259, i16 264, i16 269, i16 274, i16 279, i16 284], align 16
@mlcc_rt.image_vp8.vp8_dc_steps = internal constant [128 x i8] c"\04\05\06\07\08\09\0A\0A\0B\0C\0D\0E\0F\10\11\11\12\13\14\14\15\15\16\16\17\17\18\19\19\1A\1B\1C\1D\1E\1F !\22#$%%&'()*+,-../0123456789:;<=>?@ABCDEFGHIJKLLMNOPQRSTUVWXY[]_`bdefhjlnprtvz|~\80\82\84\86\88\8A\8C\8F\91\94\97\9A\9D", align 16
@mlcc_rt.image_vp8.vp8_small_mode.tree = internal constant [18 x i8] c"\00\02\FF\04\FE\06\08\0C\FD\0A\FC\FB\FA\0E\F9\10\F8\F7", align 16
@mlcc_rt.image_vp8.vp8_mode_odds = internal constant [900 x i8] c"\E7x0Ysqx\98p\98\B3@~\AAv.F_\AFE\8FPURH\9Bg8:\0A\AB\DA\BD\11\0D\98r\1A\11\A3,\C3\15\0A\ADy\18P\C3\1A>,@U\90G\0A&\AB\D5\90\22\1A\AA.7\13\88\A0!\CEG?\14\08rr\D0\0C\09\E2Q(\0B`\B6T\1D\10$\86\B7Y\89bej\A5\94H\BBd\82\9Do KPBf\A7cJ>(\EA\80)5\09\B2\F1\8D\1A\08kJ+\1A\92I\A61\17\9DA&i\A034\1Fs\80hO\0C\1B\D9\FFW\11\07WDG,r3\0F\BA\17/)\0En\B6\B7\15\11\C2B-\19f\C5\BD\17\12\16XX\93\96*.-\C4\CD+a\B7uU&#\B3='5\C8W\1A\15+\E8\AB8\223hrf\1D]M'\1CU\AB:\A5Zb@\22\16t\CE\17\22+\A6Ik6 \1A3\01Q+\1FD\19j\16@\AB$\E1r\22\13\15f\84\BC\10L|>\12N_U9203\C1e#\9F\D7oY.o<\94\1F\AC\DB\E4\15\12opqMU\B3\FF&xr(*\01\C4\F5\D1\0A\19mX+\1D\8C\A6\D5%+\9A=?\1E\9BC-D\01\D1dP\08+\9A\013\1AG\8ENN\10\FF\80\22\C5\AB)(\05f\D3\B7\04\01\DD32\11\A8\D1\C0\17\19R\8A\1F$\AB\1B\A6&,\E5CW:\A9Rs\1A;\B3?;Z\B4;\A6]I\9A((\15t\8F\D1\22'\AF/\0F\10\B7\22\DF1-\B7.\11!\B7\06b\0F \B79.\16\18\80\016\11%A Is\1C\80\17\80\CD(\03\09s3\C0\12\06\DFW%\09s;M@\15/h7,\DA\0965\82\E2@ZF\CD()\17\1A969p\B8\05)&\A6\D5\1E\22\1A\85\98t\0A \86'\135\DD\1Ar I\FF\1F\09A\EA\02\0F\01vIK \0C3\C0\FF\A0+3X\1F#CfU7\BAU8\15\17o;\CD-%\C07&F|If\01\22b}b*XhUu\AFR_T5Y\80dqe-KO{/3\80Q\AB\019\11\05Gf95)1&!\0Dy9I\1A\01U)\0AC\8AMnZ/rs\15\02\0Af\FF\A6\17\06e\1D\10\0AU\80e\C4\1A9\12\0Aff\D5\22\14+u\14\0F$\A3\80D\01\1Af=G%\225\1F\F3\C0E<G&Iw\1C\DE%D-\80\22\01/\0B\F5\AB>\11\13F\92U7>F%+%\9Ad\A3U\A0\01?\09\\\88\1C@ \C9UK\0F\09\09@\FF\B8w\10V\06\1C\05@\FF\19\F8\018\08\11\84\89\FF7t\80:\0F\14R\879\1Ay(\A42\1F\89\9A\85\19#\DA3g,\83\83{\1F\06\9EV(@\87\94\E0-\B7\80\16\1A\11\83\F0\9A\0E\01\D1-\10\15[@\DE\07\01\C58\15'\9B<\8A\17f\D5S\0C\0D6\C0\FFD/\1CU\1AUU\80\80 \92\AB\12\0B\07?\90\AB\04\04\F6#\1B\0A\92\AE\AB\0C\1A\80\BEP#c\B4P~6-U~/W\B03)\14 eK\80\8Bv\92t\80U8)\0F\B0\ECU%\09>G\1E\11wv\FF\11\12\8Ae&<\8A7F+\1A\8E\92$\13\1E\AB\FFa\1B\14\8A-=>\DB\01Q\BC@ )\14u\97\8E\14\15\A3p\13\0C=\C3\800\04\18", align 16
@mlcc_rt.image_vp8.vp8_coefficients.bands = internal constant [17 x i8] c"\00\01\02\03\06\04\05\06\06\06\06\06\06\06\06\07\00", align 16
@mlcc_rt.image_vp8.vp8_coefficients.order = internal constant [16 x i8] c"\00\01\04\08\05\02\03\06\09\0C\0D\0A\07\0B\0E\0F", align 16
@mlcc_rt.image_vp8.vp8_large.digits = internal constant <{ <{ i8, i8, i8, [9 x i8] }>, <{ i8, i8, i8, i8, [8 x i8] }>, [12 x i8], [12 x i8] }> <{ <{ i8, i8, i8, [9 x i8] }> <{ i8 -83, i8 -108, i8 -116, [9 x i8] zeroinitializer }>, <{ i8, i8, i8, i8, [8 x i8] }> <{ i8 -80, i8 -101, i8 -116, i8 -121, [8 x i8] zeroinitializer }>, [12 x i8] c"\B4\9D\8D\86\82\00\00\00\00\00\00\00", [12 x i8] c"\FE\FE\F3\E6\C4\B1\99\8C\85\82\81\00" }>, align 16
@mlcc_rt.image_vp8.vp8_directions = internal constant [10 x [16 x i8]] [[16 x i8] zeroinitializer, [16 x i8] zeroinitializer, [16 x i8] c"\06\07\08\09\06\07\08\09\06\07\08\09\06\07\08\09", [16 x i8] c"\04\04\04\04\03\03\03\03\02\02\02\02\01\01\01\01", [16 x i8] c"\05\06\07\08\04\05\06\07\03\04\05\06\02\03\04\05", [16 x i8] c"\15\16\17\18\05\06\07\08\04\15\16\17\03\05\06\07", [16 x i8] c"\07\08\09\0A\08\09\0A\0B\09\0A\0B\0C\0A\0B\0C\0D", [16 x i8] c"\16\17\18\19\07\08\09\0A\17\18\19\0B\08\09\0A\0C", [16 x i8] c"\14\05\06\07\13\04\14\05\12\03\13\04\11\02\12\03", [16 x i8] c"\13\03\12\02\12\02\11\01\11\01\10\10\10\10\10\10"], align 16

define internal i32 @mlcc_rt_image_vp8(ptr %image, ptr %data, i64 %size) {
entry:
  %cmp = icmp ult i64 %size, 10
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %arrayidx = getelementptr inbounds i8, ptr %data, i64 3
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %cmp1 = icmp ne i32 %conv, 157
  br i1 %cmp1, label %return, label %lor.lhs.false3

lor.lhs.false3:
  %arrayidx4 = getelementptr inbounds i8, ptr %data, i64 4
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %1 to i32
  %cmp6 = icmp ne i32 %conv5, 1
  br i1 %cmp6, label %return, label %lor.lhs.false8

lor.lhs.false8:
  %arrayidx9 = getelementptr inbounds i8, ptr %data, i64 5
  %2 = load i8, ptr %arrayidx9, align 1
  %conv10 = zext i8 %2 to i32
  %cmp11 = icmp ne i32 %conv10, 42
  br i1 %cmp11, label %return, label %if.end

if.end:
  %arrayidx13 = getelementptr inbounds i8, ptr %data, i64 0
  %3 = load i8, ptr %arrayidx13, align 1
  %conv14 = zext i8 %3 to i32
  %and = and i32 %conv14, 1
  %cmp15 = icmp ne i32 %and, 0
  br i1 %cmp15, label %return, label %lor.lhs.false17

lor.lhs.false17:
  %arrayidx18 = getelementptr inbounds i8, ptr %data, i64 0
  %4 = load i8, ptr %arrayidx18, align 1
  %conv19 = zext i8 %4 to i32
  %shr = ashr i32 %conv19, 1
  %and20 = and i32 %shr, 7
  %cmp21 = icmp sgt i32 %and20, 3
  br i1 %cmp21, label %return, label %if.end24

if.end24:
  %arrayidx25 = getelementptr inbounds i8, ptr %data, i64 6
  %5 = load i8, ptr %arrayidx25, align 1
  %conv26 = zext i8 %5 to i32
  %arrayidx27 = getelementptr inbounds i8, ptr %data, i64 7
  %6 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %6 to i32
  %shl = shl i32 %conv28, 8
  %or = or i32 %conv26, %shl
  %and29 = and i32 %or, 16383
  %conv30 = sext i32 %and29 to i64
  %arrayidx31 = getelementptr inbounds i8, ptr %data, i64 8
  %7 = load i8, ptr %arrayidx31, align 1
  %conv32 = zext i8 %7 to i32
  %arrayidx33 = getelementptr inbounds i8, ptr %data, i64 9
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
  %9 = load ptr, ptr %rgb, align 8
  %cmp42 = icmp eq ptr %9, null
  br i1 %cmp42, label %return, label %if.end45

if.end45:
  %call46 = call ptr @mlcc_rt_image_take(i64 1, i64 2440)
  %cmp47 = icmp eq ptr %call46, null
  br i1 %cmp47, label %return, label %if.end50

if.end50:
  %width = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 2
  %10 = load i64, ptr %width, align 8
  %width51 = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 0
  store i64 %10, ptr %width51, align 8
  %height = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 3
  %11 = load i64, ptr %height, align 8
  %height52 = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 1
  store i64 %11, ptr %height52, align 8
  %width53 = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 0
  %12 = load i64, ptr %width53, align 8
  %add = add nsw i64 %12, 15
  %div = sdiv i64 %add, 16
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 2
  store i64 %div, ptr %columns, align 8
  %height54 = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 1
  %13 = load i64, ptr %height54, align 8
  %add55 = add nsw i64 %13, 15
  %div56 = sdiv i64 %add55, 16
  %rows = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 3
  store i64 %div56, ptr %rows, align 8
  %call57 = call i32 @mlcc_rt.image_vp8.vp8_decode(ptr %call46, ptr %data, i64 %size)
  %cmp58 = icmp eq i32 %call57, 0
  br i1 %cmp58, label %if.then60, label %if.end62

if.then60:
  %rgb61 = getelementptr inbounds nuw %struct.mlcc_image, ptr %image, i32 0, i32 4
  %14 = load ptr, ptr %rgb61, align 8
  call void @mlcc_rt.image_vp8.vp8_pixels(ptr %call46, ptr %14)
  br label %if.end62

if.end62:
  %planes = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 6
  %15 = load ptr, ptr %planes, align 8
  call void @free(ptr %15)
  %blocks = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 9
  %16 = load ptr, ptr %blocks, align 8
  call void @free(ptr %16)
  %modes = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 10
  %17 = load ptr, ptr %modes, align 8
  call void @free(ptr %17)
  %nonzero = getelementptr inbounds nuw %struct.vp8, ptr %call46, i32 0, i32 11
  %18 = load ptr, ptr %nonzero, align 8
  call void @free(ptr %18)
  call void @free(ptr %call46)
  br label %return

return:
  %retval.0 = phi i32 [ %call57, %if.end62 ], [ 1, %entry ], [ 2, %if.end ], [ %call, %if.end24 ], [ 1, %lor.lhs.false8 ], [ 1, %lor.lhs.false3 ], [ 1, %lor.lhs.false ], [ 2, %lor.lhs.false17 ], [ %call, %lor.lhs.false41 ], [ 3, %if.end45 ]
  ret i32 %retval.0
}

declare i32 @mlcc_rt_image_sizes(ptr, i64, i64)

declare ptr @mlcc_rt_image_take(i64, i64)

define internal i32 @mlcc_rt.image_vp8.vp8_decode(ptr %v, ptr %data, i64 %size) {
entry:
  %call = call i32 @mlcc_rt.image_vp8.vp8_header(ptr %v, ptr %data, i64 %size)
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call1 = call i32 @mlcc_rt.image_vp8.vp8_prepare(ptr %v)
  br label %if.end

if.end:
  %problem.0 = phi i32 [ %call1, %if.then ], [ %call, %entry ]
  br label %for.cond

for.cond:
  %problem.1 = phi i32 [ %problem.0, %if.end ], [ %problem.2, %for.inc37 ]
  %y.0 = phi i64 [ 0, %if.end ], [ %inc38, %for.inc37 ]
  %cond = icmp eq i32 %problem.1, 0
  br i1 %cond, label %land.rhs, label %if.end43

land.rhs:
  %rows = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %0 = load i64, ptr %rows, align 8
  %cmp3 = icmp slt i64 %y.0, %0
  br i1 %cmp3, label %for.cond4, label %for.end39

for.cond4:
  %k.0 = phi i32 [ %inc, %for.body6 ], [ 0, %land.rhs ]
  %cmp5 = icmp slt i32 %k.0, 4
  br i1 %cmp5, label %for.body6, label %for.cond8

for.body6:
  %modes = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 10
  %1 = load ptr, ptr %modes, align 8
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %2 = load i64, ptr %columns, align 8
  %mul = mul nsw i64 4, %2
  %conv = sext i32 %k.0 to i64
  %add = add nsw i64 %mul, %conv
  %arrayidx = getelementptr inbounds i8, ptr %1, i64 %add
  store i8 0, ptr %arrayidx, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond4

for.cond8:
  %k7.0 = phi i32 [ %inc18, %for.body11 ], [ 0, %for.cond4 ]
  %cmp9 = icmp slt i32 %k7.0, 9
  br i1 %cmp9, label %for.body11, label %for.cond20

for.body11:
  %nonzero = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 11
  %3 = load ptr, ptr %nonzero, align 8
  %columns12 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %4 = load i64, ptr %columns12, align 8
  %mul13 = mul nsw i64 9, %4
  %conv14 = sext i32 %k7.0 to i64
  %add15 = add nsw i64 %mul13, %conv14
  %arrayidx16 = getelementptr inbounds i8, ptr %3, i64 %add15
  store i8 0, ptr %arrayidx16, align 1
  %inc18 = add nsw i32 %k7.0, 1
  br label %for.cond8

for.cond20:
  %x.0 = phi i64 [ %inc26, %for.body24 ], [ 0, %for.cond8 ]
  %columns21 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %5 = load i64, ptr %columns21, align 8
  %cmp22 = icmp slt i64 %x.0, %5
  br i1 %cmp22, label %for.body24, label %for.end27

for.body24:
  call void @mlcc_rt.image_vp8.vp8_macroblock(ptr %v, i64 %x.0, i64 %y.0)
  %inc26 = add nsw i64 %x.0, 1
  br label %for.cond20

for.end27:
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %beyond = getelementptr inbounds nuw %struct.vp8_bits, ptr %header, i32 0, i32 5
  %6 = load i32, ptr %beyond, align 4
  %cmp28 = icmp sgt i32 %6, 4
  br i1 %cmp28, label %if.then35, label %lor.lhs.false

lor.lhs.false:
  %parts = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 13
  %part_count = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %7 = load i32, ptr %part_count, align 8
  %sub = sub nsw i32 %7, 1
  %conv30 = sext i32 %sub to i64
  %and = and i64 %y.0, %conv30
  %arrayidx31 = getelementptr inbounds [8 x %struct.vp8_bits], ptr %parts, i64 0, i64 %and
  %beyond32 = getelementptr inbounds nuw %struct.vp8_bits, ptr %arrayidx31, i32 0, i32 5
  %8 = load i32, ptr %beyond32, align 4
  %cmp33 = icmp sgt i32 %8, 4
  br i1 %cmp33, label %if.then35, label %for.inc37

if.then35:
  br label %for.inc37

for.inc37:
  %problem.2 = phi i32 [ 1, %if.then35 ], [ %problem.1, %lor.lhs.false ]
  %inc38 = add nsw i64 %y.0, 1
  br label %for.cond

for.end39:
  %cmp40 = icmp eq i32 %problem.1, 0
  br i1 %cmp40, label %if.then42, label %if.end43

if.then42:
  call void @mlcc_rt.image_vp8.vp8_filter_all(ptr %v)
  br label %if.end43

if.end43:
  ret i32 %problem.1
}

define internal void @mlcc_rt.image_vp8.vp8_pixels(ptr %v, ptr %rgb) {
entry:
  %hue = alloca [2 x i32], align 4
  %height = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 1
  %0 = load i64, ptr %height, align 8
  %add = add nsw i64 %0, 1
  %div = sdiv i64 %add, 2
  %width = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 0
  %1 = load i64, ptr %width, align 8
  %add1 = add nsw i64 %1, 1
  %div2 = sdiv i64 %add1, 2
  br label %for.cond

for.cond:
  %y.0 = phi i64 [ 0, %entry ], [ %inc101, %for.inc100 ]
  %rgb.addr.0 = phi ptr [ %rgb, %entry ], [ %rgb.addr.1, %for.inc100 ]
  %height3 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 1
  %2 = load i64, ptr %height3, align 8
  %cmp = icmp slt i64 %y.0, %2
  br i1 %cmp, label %for.body, label %for.end102

for.body:
  %div4 = sdiv i64 %y.0, 2
  %rem = srem i64 %y.0, 2
  %tobool = icmp ne i64 %rem, 0
  %cond = select i1 %tobool, i32 1, i32 -1
  %conv = sext i32 %cond to i64
  %add5 = add nsw i64 %div4, %conv
  %cmp6 = icmp slt i64 %add5, 0
  %cmp8 = icmp sge i64 %add5, %div
  %sub = sub nsw i64 %div, 1
  %cond12 = select i1 %cmp8, i64 %sub, i64 %add5
  %cond14 = select i1 %cmp6, i64 0, i64 %cond12
  br label %for.cond15

for.cond15:
  %x.0 = phi i64 [ 0, %for.body ], [ %inc97, %for.end ]
  %rgb.addr.1 = phi ptr [ %rgb.addr.0, %for.body ], [ %add.ptr98, %for.end ]
  %width16 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 0
  %3 = load i64, ptr %width16, align 8
  %cmp17 = icmp slt i64 %x.0, %3
  br i1 %cmp17, label %for.body19, label %for.inc100

for.body19:
  %div20 = sdiv i64 %x.0, 2
  %rem21 = srem i64 %x.0, 2
  %tobool22 = icmp ne i64 %rem21, 0
  %cond23 = select i1 %tobool22, i32 1, i32 -1
  %conv24 = sext i32 %cond23 to i64
  %add25 = add nsw i64 %div20, %conv24
  %cmp26 = icmp slt i64 %add25, 0
  %cmp30 = icmp sge i64 %add25, %div2
  %sub33 = sub nsw i64 %div2, 1
  %cond36 = select i1 %cmp30, i64 %sub33, i64 %add25
  %cond38 = select i1 %cmp26, i64 0, i64 %cond36
  br label %for.cond39

for.cond39:
  %k.0 = phi i32 [ 0, %for.body19 ], [ %inc, %for.body42 ]
  %cmp40 = icmp slt i32 %k.0, 2
  br i1 %cmp40, label %for.body42, label %for.end

for.body42:
  %chroma = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 8
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [2 x ptr], ptr %chroma, i64 0, i64 %idxprom
  %4 = load ptr, ptr %arrayidx, align 8
  %div43 = sdiv i64 %y.0, 2
  %half_stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %5 = load i64, ptr %half_stride, align 8
  %mul = mul nsw i64 %div43, %5
  %add.ptr = getelementptr inbounds i8, ptr %4, i64 %mul
  %chroma44 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 8
  %idxprom45 = sext i32 %k.0 to i64
  %arrayidx46 = getelementptr inbounds [2 x ptr], ptr %chroma44, i64 0, i64 %idxprom45
  %6 = load ptr, ptr %arrayidx46, align 8
  %half_stride47 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %7 = load i64, ptr %half_stride47, align 8
  %mul48 = mul nsw i64 %cond14, %7
  %add.ptr49 = getelementptr inbounds i8, ptr %6, i64 %mul48
  %div50 = sdiv i64 %x.0, 2
  %arrayidx51 = getelementptr inbounds i8, ptr %add.ptr, i64 %div50
  %8 = load i8, ptr %arrayidx51, align 1
  %conv52 = zext i8 %8 to i32
  %mul53 = mul nsw i32 9, %conv52
  %arrayidx54 = getelementptr inbounds i8, ptr %add.ptr, i64 %cond38
  %9 = load i8, ptr %arrayidx54, align 1
  %conv55 = zext i8 %9 to i32
  %div56 = sdiv i64 %x.0, 2
  %arrayidx57 = getelementptr inbounds i8, ptr %add.ptr49, i64 %div56
  %10 = load i8, ptr %arrayidx57, align 1
  %conv58 = zext i8 %10 to i32
  %add59 = add nsw i32 %conv55, %conv58
  %mul60 = mul nsw i32 3, %add59
  %add61 = add nsw i32 %mul53, %mul60
  %arrayidx62 = getelementptr inbounds i8, ptr %add.ptr49, i64 %cond38
  %11 = load i8, ptr %arrayidx62, align 1
  %conv63 = zext i8 %11 to i32
  %add64 = add nsw i32 %add61, %conv63
  %add65 = add nsw i32 %add64, 8
  %shr = ashr i32 %add65, 4
  %idxprom66 = sext i32 %k.0 to i64
  %arrayidx67 = getelementptr inbounds [2 x i32], ptr %hue, i64 0, i64 %idxprom66
  store i32 %shr, ptr %arrayidx67, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond39

for.end:
  %luma = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 7
  %12 = load ptr, ptr %luma, align 8
  %stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %13 = load i64, ptr %stride, align 8
  %mul68 = mul nsw i64 %y.0, %13
  %add69 = add nsw i64 %mul68, %x.0
  %arrayidx70 = getelementptr inbounds i8, ptr %12, i64 %add69
  %14 = load i8, ptr %arrayidx70, align 1
  %conv71 = zext i8 %14 to i32
  %call = call i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %conv71, i32 19077)
  %arrayidx72 = getelementptr inbounds [2 x i32], ptr %hue, i64 0, i64 1
  %15 = load i32, ptr %arrayidx72, align 4
  %call73 = call i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %15, i32 26149)
  %add74 = add nsw i32 %call, %call73
  %sub75 = sub nsw i32 %add74, 14234
  %call76 = call i32 @mlcc_rt.image_vp8.vp8_colour(i32 %sub75)
  %conv77 = trunc i32 %call76 to i8
  %arrayidx78 = getelementptr inbounds i8, ptr %rgb.addr.1, i64 0
  store i8 %conv77, ptr %arrayidx78, align 1
  %arrayidx79 = getelementptr inbounds [2 x i32], ptr %hue, i64 0, i64 0
  %16 = load i32, ptr %arrayidx79, align 4
  %call80 = call i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %16, i32 6419)
  %sub81 = sub nsw i32 %call, %call80
  %arrayidx82 = getelementptr inbounds [2 x i32], ptr %hue, i64 0, i64 1
  %17 = load i32, ptr %arrayidx82, align 4
  %call83 = call i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %17, i32 13320)
  %sub84 = sub nsw i32 %sub81, %call83
  %add85 = add nsw i32 %sub84, 8708
  %call86 = call i32 @mlcc_rt.image_vp8.vp8_colour(i32 %add85)
  %conv87 = trunc i32 %call86 to i8
  %arrayidx88 = getelementptr inbounds i8, ptr %rgb.addr.1, i64 1
  store i8 %conv87, ptr %arrayidx88, align 1
  %arrayidx89 = getelementptr inbounds [2 x i32], ptr %hue, i64 0, i64 0
  %18 = load i32, ptr %arrayidx89, align 4
  %call90 = call i32 @mlcc_rt.image_vp8.vp8_scaled(i32 %18, i32 33050)
  %add91 = add nsw i32 %call, %call90
  %sub92 = sub nsw i32 %add91, 17685
  %call93 = call i32 @mlcc_rt.image_vp8.vp8_colour(i32 %sub92)
  %conv94 = trunc i32 %call93 to i8
  %arrayidx95 = getelementptr inbounds i8, ptr %rgb.addr.1, i64 2
  store i8 %conv94, ptr %arrayidx95, align 1
  %inc97 = add nsw i64 %x.0, 1
  %add.ptr98 = getelementptr inbounds i8, ptr %rgb.addr.1, i64 3
  br label %for.cond15

for.inc100:
  %inc101 = add nsw i64 %y.0, 1
  br label %for.cond

for.end102:
  ret void
}

declare void @free(ptr)

define internal i32 @mlcc_rt.image_vp8.vp8_header(ptr %v, ptr %data, i64 %size) {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %data, i64 0
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %arrayidx1 = getelementptr inbounds i8, ptr %data, i64 1
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %shl = shl i32 %conv2, 8
  %or = or i32 %conv, %shl
  %arrayidx3 = getelementptr inbounds i8, ptr %data, i64 2
  %2 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %2 to i32
  %shl5 = shl i32 %conv4, 16
  %or6 = or i32 %or, %shl5
  %conv7 = sext i32 %or6 to i64
  %shr = lshr i64 %conv7, 5
  %sub = sub i64 %size, 10
  %cmp = icmp ugt i64 %shr, %sub
  br i1 %cmp, label %return, label %if.end

if.end:
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %add.ptr = getelementptr inbounds i8, ptr %data, i64 10
  call void @mlcc_rt.image_vp8.vp8_begin(ptr %header, ptr %add.ptr, i64 %shr)
  %header9 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header9, i32 2)
  call void @mlcc_rt.image_vp8.vp8_read_segments(ptr %v)
  call void @mlcc_rt.image_vp8.vp8_read_filter(ptr %v)
  %add.ptr10 = getelementptr inbounds i8, ptr %data, i64 10
  %add.ptr11 = getelementptr inbounds nuw i8, ptr %add.ptr10, i64 %shr
  %add.ptr12 = getelementptr inbounds nuw i8, ptr %data, i64 %size
  %call13 = call i32 @mlcc_rt.image_vp8.vp8_read_parts(ptr %v, ptr %add.ptr11, ptr %add.ptr12)
  call void @mlcc_rt.image_vp8.vp8_read_steps(ptr %v)
  %header14 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call15 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header14, i32 128)
  %odds16 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 30
  %arrayidx17 = getelementptr inbounds [4 x [8 x [3 x [11 x i8]]]], ptr %odds16, i64 0, i64 0
  %arrayidx18 = getelementptr inbounds [8 x [3 x [11 x i8]]], ptr %arrayidx17, i64 0, i64 0
  %arrayidx19 = getelementptr inbounds [3 x [11 x i8]], ptr %arrayidx18, i64 0, i64 0
  %arrayidx20 = getelementptr inbounds [11 x i8], ptr %arrayidx19, i64 0, i64 0
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %cond.end ]
  %cmp21 = icmp slt i32 %k.0, 1056
  br i1 %cmp21, label %for.body, label %for.end

for.body:
  %header23 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %idxprom = sext i32 %k.0 to i64
  %arrayidx24 = getelementptr inbounds [1056 x i8], ptr @mlcc_rt.image_vp8.vp8_update_odds, i64 0, i64 %idxprom
  %3 = load i8, ptr %arrayidx24, align 1
  %conv25 = zext i8 %3 to i32
  %call26 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header23, i32 %conv25)
  %tobool = icmp ne i32 %call26, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:
  %header27 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call28 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header27, i32 8)
  %conv29 = trunc i32 %call28 to i8
  %conv30 = zext i8 %conv29 to i32
  br label %cond.end

cond.false:
  %idxprom31 = sext i32 %k.0 to i64
  %arrayidx32 = getelementptr inbounds [1056 x i8], ptr @mlcc_rt.image_vp8.vp8_first_odds, i64 0, i64 %idxprom31
  %4 = load i8, ptr %arrayidx32, align 1
  %conv33 = zext i8 %4 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv30, %cond.true ], [ %conv33, %cond.false ]
  %conv34 = trunc i32 %cond to i8
  %idxprom35 = sext i32 %k.0 to i64
  %arrayidx36 = getelementptr inbounds i8, ptr %arrayidx20, i64 %idxprom35
  store i8 %conv34, ptr %arrayidx36, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %header37 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call38 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header37, i32 128)
  %skips = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 27
  store i32 %call38, ptr %skips, align 4
  %skips39 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 27
  %5 = load i32, ptr %skips39, align 4
  %tobool40 = icmp ne i32 %5, 0
  br i1 %tobool40, label %cond.true41, label %cond.end45

cond.true41:
  %header42 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call43 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header42, i32 8)
  br label %cond.end45

cond.end45:
  %cond46 = phi i32 [ %call43, %cond.true41 ], [ 0, %for.end ]
  %skip_odds = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 28
  store i32 %cond46, ptr %skip_odds, align 8
  br label %return

return:
  %retval.0 = phi i32 [ %call13, %cond.end45 ], [ 1, %entry ]
  ret i32 %retval.0
}

define internal i32 @mlcc_rt.image_vp8.vp8_prepare(ptr %v) {
entry:
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %0 = load i64, ptr %columns, align 8
  %mul = mul nsw i64 16, %0
  %add = add nsw i64 %mul, 32
  %stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  store i64 %add, ptr %stride, align 8
  %columns1 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %1 = load i64, ptr %columns1, align 8
  %mul2 = mul nsw i64 8, %1
  %add3 = add nsw i64 %mul2, 16
  %half_stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  store i64 %add3, ptr %half_stride, align 8
  %stride4 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %2 = load i64, ptr %stride4, align 8
  %rows = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %3 = load i64, ptr %rows, align 8
  %mul5 = mul nsw i64 16, %3
  %add6 = add nsw i64 %mul5, 1
  %mul7 = mul nsw i64 %2, %add6
  %half_stride8 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %4 = load i64, ptr %half_stride8, align 8
  %rows9 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %5 = load i64, ptr %rows9, align 8
  %mul10 = mul nsw i64 8, %5
  %add11 = add nsw i64 %mul10, 1
  %mul12 = mul nsw i64 %4, %add11
  %mul13 = mul i64 2, %mul12
  %add14 = add i64 %mul7, %mul13
  %call = call ptr @mlcc_rt_image_take(i64 %add14, i64 1)
  %planes = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 6
  store ptr %call, ptr %planes, align 8
  %columns15 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %6 = load i64, ptr %columns15, align 8
  %rows16 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %7 = load i64, ptr %rows16, align 8
  %mul17 = mul nsw i64 %6, %7
  %call18 = call ptr @mlcc_rt_image_take(i64 %mul17, i64 5)
  %blocks = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 9
  store ptr %call18, ptr %blocks, align 8
  %columns19 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %8 = load i64, ptr %columns19, align 8
  %mul20 = mul i64 %8, 4
  %add21 = add i64 %mul20, 4
  %call22 = call ptr @mlcc_rt_image_take(i64 %add21, i64 1)
  %modes = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 10
  store ptr %call22, ptr %modes, align 8
  %columns23 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %9 = load i64, ptr %columns23, align 8
  %mul24 = mul i64 %9, 9
  %add25 = add i64 %mul24, 9
  %call26 = call ptr @mlcc_rt_image_take(i64 %add25, i64 1)
  %nonzero = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 11
  store ptr %call26, ptr %nonzero, align 8
  %planes27 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 6
  %10 = load ptr, ptr %planes27, align 8
  %cmp = icmp eq ptr %10, null
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %blocks28 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 9
  %11 = load ptr, ptr %blocks28, align 8
  %cmp29 = icmp eq ptr %11, null
  br i1 %cmp29, label %return, label %lor.lhs.false30

lor.lhs.false30:
  %modes31 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 10
  %12 = load ptr, ptr %modes31, align 8
  %cmp32 = icmp eq ptr %12, null
  br i1 %cmp32, label %return, label %lor.lhs.false33

lor.lhs.false33:
  %nonzero34 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 11
  %13 = load ptr, ptr %nonzero34, align 8
  %cmp35 = icmp eq ptr %13, null
  br i1 %cmp35, label %return, label %for.cond

for.cond:
  %n.0 = phi i32 [ %inc84, %for.inc83 ], [ 0, %lor.lhs.false33 ]
  %cmp36 = icmp slt i32 %n.0, 3
  br i1 %cmp36, label %for.body, label %return

for.body:
  %planes37 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 6
  %14 = load ptr, ptr %planes37, align 8
  %cmp38 = icmp sgt i32 %n.0, 0
  br i1 %cmp38, label %cond.true, label %cond.end

cond.true:
  %sub = sub nsw i32 %n.0, 1
  %conv = sext i32 %sub to i64
  %mul39 = mul i64 %conv, %mul12
  %add40 = add i64 %mul7, %mul39
  br label %cond.end

cond.end:
  %cond = phi i64 [ %add40, %cond.true ], [ 0, %for.body ]
  %add.ptr = getelementptr inbounds nuw i8, ptr %14, i64 %cond
  %cmp42 = icmp sgt i32 %n.0, 0
  br i1 %cmp42, label %cond.true44, label %cond.false46

cond.true44:
  %half_stride45 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %15 = load i64, ptr %half_stride45, align 8
  br label %cond.end48

cond.false46:
  %stride47 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %16 = load i64, ptr %stride47, align 8
  br label %cond.end48

cond.end48:
  %cond49 = phi i64 [ %15, %cond.true44 ], [ %16, %cond.false46 ]
  %cmp51 = icmp sgt i32 %n.0, 0
  %cond53 = select i1 %cmp51, i32 8, i32 16
  %conv54 = sext i32 %cond53 to i64
  %rows55 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %17 = load i64, ptr %rows55, align 8
  %mul56 = mul nsw i64 %conv54, %17
  %add.ptr57 = getelementptr inbounds i8, ptr %add.ptr, i64 %cond49
  %add.ptr58 = getelementptr inbounds i8, ptr %add.ptr57, i64 8
  %cmp59 = icmp sgt i32 %n.0, 0
  %chroma62 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 8
  %sub63 = sub nsw i32 %n.0, 1
  %idxprom = sext i32 %sub63 to i64
  %arrayidx = getelementptr inbounds [2 x ptr], ptr %chroma62, i64 0, i64 %idxprom
  %luma65 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 7
  %cond67 = select i1 %cmp59, ptr %arrayidx, ptr %luma65
  store ptr %add.ptr58, ptr %cond67, align 8
  br label %for.cond68

for.cond68:
  %k.0 = phi i64 [ 0, %cond.end48 ], [ %inc, %for.body71 ]
  %cmp69 = icmp slt i64 %k.0, %cond49
  br i1 %cmp69, label %for.body71, label %for.cond73

for.body71:
  %arrayidx72 = getelementptr inbounds i8, ptr %add.ptr, i64 %k.0
  store i8 127, ptr %arrayidx72, align 1
  %inc = add nsw i64 %k.0, 1
  br label %for.cond68

for.cond73:
  %y.0 = phi i64 [ %inc81, %for.body76 ], [ 1, %for.cond68 ]
  %cmp74 = icmp sle i64 %y.0, %mul56
  br i1 %cmp74, label %for.body76, label %for.inc83

for.body76:
  %mul77 = mul nsw i64 %y.0, %cond49
  %add78 = add nsw i64 %mul77, 7
  %arrayidx79 = getelementptr inbounds i8, ptr %add.ptr, i64 %add78
  store i8 -127, ptr %arrayidx79, align 1
  %inc81 = add nsw i64 %y.0, 1
  br label %for.cond73

for.inc83:
  %inc84 = add nsw i32 %n.0, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ 3, %entry ], [ 3, %lor.lhs.false33 ], [ 3, %lor.lhs.false30 ], [ 3, %lor.lhs.false ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_vp8.vp8_macroblock(ptr %v, i64 %x, i64 %y) {
entry:
  %modes12 = alloca [16 x i8], align 16
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %blocks = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 9
  %0 = load ptr, ptr %blocks, align 8
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %1 = load i64, ptr %columns, align 8
  %mul = mul nsw i64 %y, %1
  %add = add nsw i64 %mul, %x
  %arrayidx = getelementptr inbounds %struct.vp8_block, ptr %0, i64 %add
  %modes = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 10
  %2 = load ptr, ptr %modes, align 8
  %mul1 = mul nsw i64 4, %x
  %add.ptr = getelementptr inbounds i8, ptr %2, i64 %mul1
  %modes2 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 10
  %3 = load ptr, ptr %modes2, align 8
  %columns3 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %4 = load i64, ptr %columns3, align 8
  %mul4 = mul nsw i64 4, %4
  %add.ptr5 = getelementptr inbounds i8, ptr %3, i64 %mul4
  %nonzero = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 11
  %5 = load ptr, ptr %nonzero, align 8
  %mul6 = mul nsw i64 9, %x
  %add.ptr7 = getelementptr inbounds i8, ptr %5, i64 %mul6
  %nonzero8 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 11
  %6 = load ptr, ptr %nonzero8, align 8
  %columns9 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %7 = load i64, ptr %columns9, align 8
  %mul10 = mul nsw i64 9, %7
  %add.ptr11 = getelementptr inbounds i8, ptr %6, i64 %mul10
  %by_map = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 16
  %8 = load i32, ptr %by_map, align 8
  %tobool = icmp ne i32 %8, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:
  %segment_odds = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 18
  %arrayidx13 = getelementptr inbounds [3 x i32], ptr %segment_odds, i64 0, i64 0
  %9 = load i32, ptr %arrayidx13, align 8
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 %9)
  %tobool14 = icmp ne i32 %call, 0
  br i1 %tobool14, label %cond.false, label %cond.true

cond.true:
  %segment_odds15 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 18
  %arrayidx16 = getelementptr inbounds [3 x i32], ptr %segment_odds15, i64 0, i64 1
  %10 = load i32, ptr %arrayidx16, align 4
  %call17 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 %10)
  br label %if.end

cond.false:
  %segment_odds18 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 18
  %arrayidx19 = getelementptr inbounds [3 x i32], ptr %segment_odds18, i64 0, i64 2
  %11 = load i32, ptr %arrayidx19, align 8
  %call20 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 %11)
  %add21 = add nsw i32 2, %call20
  br label %if.end

if.end:
  %segment.0 = phi i32 [ 0, %entry ], [ %call17, %cond.true ], [ %add21, %cond.false ]
  %skips = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 27
  %12 = load i32, ptr %skips, align 4
  %tobool22 = icmp ne i32 %12, 0
  br i1 %tobool22, label %cond.true23, label %cond.end26

cond.true23:
  %skip_odds = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 28
  %13 = load i32, ptr %skip_odds, align 8
  %call24 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 %13)
  br label %cond.end26

cond.end26:
  %cond27 = phi i32 [ %call24, %cond.true23 ], [ 0, %if.end ]
  %call28 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 145)
  %conv = trunc i32 %call28 to i8
  %flat = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  store i8 %conv, ptr %flat, align 1
  %flat29 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %14 = load i8, ptr %flat29, align 1
  %tobool30 = icmp ne i8 %14, 0
  br i1 %tobool30, label %if.then31, label %if.end44

if.then31:
  %call32 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 156)
  %tobool33 = icmp ne i32 %call32, 0
  br i1 %tobool33, label %cond.true34, label %cond.false38

cond.true34:
  %call35 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %tobool36 = icmp ne i32 %call35, 0
  %cond37 = select i1 %tobool36, i32 1, i32 3
  br label %if.end44

cond.false38:
  %call39 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 163)
  %tobool40 = icmp ne i32 %call39, 0
  %cond41 = select i1 %tobool40, i32 2, i32 0
  br label %if.end44

if.end44:
  %mode.0 = phi i32 [ 0, %cond.end26 ], [ %cond37, %cond.true34 ], [ %cond41, %cond.false38 ]
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.end44 ], [ %inc, %cond.end57 ]
  %cmp = icmp slt i32 %k.0, 16
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %rem = srem i32 %k.0, 4
  %idx.ext = sext i32 %rem to i64
  %add.ptr46 = getelementptr inbounds i8, ptr %add.ptr, i64 %idx.ext
  %div = sdiv i32 %k.0, 4
  %idx.ext47 = sext i32 %div to i64
  %add.ptr48 = getelementptr inbounds i8, ptr %add.ptr5, i64 %idx.ext47
  %flat49 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %15 = load i8, ptr %flat49, align 1
  %conv50 = zext i8 %15 to i32
  %tobool51 = icmp ne i32 %conv50, 0
  br i1 %tobool51, label %cond.end57, label %cond.false53

cond.false53:
  %16 = load i8, ptr %add.ptr46, align 1
  %conv54 = zext i8 %16 to i32
  %17 = load i8, ptr %add.ptr48, align 1
  %conv55 = zext i8 %17 to i32
  %call56 = call i32 @mlcc_rt.image_vp8.vp8_small_mode(ptr %header, i32 %conv54, i32 %conv55)
  br label %cond.end57

cond.end57:
  %cond58 = phi i32 [ %call56, %cond.false53 ], [ %mode.0, %for.body ]
  %conv59 = trunc i32 %cond58 to i8
  %idxprom = sext i32 %k.0 to i64
  %arrayidx60 = getelementptr inbounds [16 x i8], ptr %modes12, i64 0, i64 %idxprom
  store i8 %conv59, ptr %arrayidx60, align 1
  %idxprom61 = sext i32 %k.0 to i64
  %arrayidx62 = getelementptr inbounds [16 x i8], ptr %modes12, i64 0, i64 %idxprom61
  %18 = load i8, ptr %arrayidx62, align 1
  store i8 %18, ptr %add.ptr48, align 1
  store i8 %18, ptr %add.ptr46, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %call63 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 142)
  %tobool64 = icmp ne i32 %call63, 0
  br i1 %tobool64, label %cond.false66, label %cond.end76

cond.false66:
  %call67 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 114)
  %tobool68 = icmp ne i32 %call67, 0
  br i1 %tobool68, label %cond.false70, label %cond.end76

cond.false70:
  %call71 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 183)
  %tobool72 = icmp ne i32 %call71, 0
  %cond73 = select i1 %tobool72, i32 1, i32 3
  br label %cond.end76

cond.end76:
  %cond77 = phi i32 [ 0, %for.end ], [ %cond73, %cond.false70 ], [ 2, %cond.false66 ]
  %tobool78 = icmp ne i32 %cond27, 0
  br i1 %tobool78, label %for.cond86, label %if.then79

if.then79:
  %parts = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 13
  %part_count = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %19 = load i32, ptr %part_count, align 8
  %sub = sub nsw i32 %19, 1
  %conv80 = sext i32 %sub to i64
  %and = and i64 %y, %conv80
  %arrayidx81 = getelementptr inbounds [8 x %struct.vp8_bits], ptr %parts, i64 0, i64 %and
  %flat82 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %20 = load i8, ptr %flat82, align 1
  %conv83 = zext i8 %20 to i32
  %call84 = call i32 @mlcc_rt.image_vp8.vp8_residue(ptr %v, ptr %arrayidx81, i32 %segment.0, i32 %conv83, ptr %add.ptr7, ptr %add.ptr11)
  br label %if.end110

for.cond86:
  %k85.0 = phi i32 [ %inc98, %for.body92 ], [ 0, %cond.end76 ]
  %flat87 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %21 = load i8, ptr %flat87, align 1
  %conv88 = zext i8 %21 to i32
  %add89 = add nsw i32 8, %conv88
  %cmp90 = icmp slt i32 %k85.0, %add89
  br i1 %cmp90, label %for.body92, label %for.cond101

for.body92:
  %idxprom93 = sext i32 %k85.0 to i64
  %arrayidx94 = getelementptr inbounds i8, ptr %add.ptr11, i64 %idxprom93
  store i8 0, ptr %arrayidx94, align 1
  %idxprom95 = sext i32 %k85.0 to i64
  %arrayidx96 = getelementptr inbounds i8, ptr %add.ptr7, i64 %idxprom95
  store i8 0, ptr %arrayidx96, align 1
  %inc98 = add nsw i32 %k85.0, 1
  br label %for.cond86

for.cond101:
  %k100.0 = phi i32 [ %inc108, %for.body104 ], [ 0, %for.cond86 ]
  %cmp102 = icmp slt i32 %k100.0, 400
  br i1 %cmp102, label %for.body104, label %if.end110

for.body104:
  %coefficients = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 31
  %idxprom105 = sext i32 %k100.0 to i64
  %arrayidx106 = getelementptr inbounds [400 x i16], ptr %coefficients, i64 0, i64 %idxprom105
  store i16 0, ptr %arrayidx106, align 2
  %inc108 = add nsw i32 %k100.0, 1
  br label %for.cond101

if.end110:
  %any.0 = phi i32 [ %call84, %if.then79 ], [ 0, %for.cond101 ]
  call void @mlcc_rt.image_vp8.vp8_filter_strength(ptr %v, ptr %arrayidx, i32 %segment.0)
  %flat111 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %22 = load i8, ptr %flat111, align 1
  %tobool112 = icmp ne i8 %22, 0
  %tobool113 = icmp ne i32 %any.0, 0
  %23 = select i1 %tobool112, i1 %tobool113, i1 true
  %lor.ext = zext i1 %23 to i32
  %conv114 = trunc i32 %lor.ext to i8
  %inner = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 2
  store i8 %conv114, ptr %inner, align 1
  %cmp115 = icmp sgt i64 %x, 0
  %conv116 = zext i1 %cmp115 to i32
  %cmp117 = icmp sgt i64 %y, 0
  %conv118 = zext i1 %cmp117 to i32
  %shl = shl i32 %conv118, 1
  %or = or i32 %conv116, %shl
  %luma119 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 7
  %24 = load ptr, ptr %luma119, align 8
  %mul120 = mul nsw i64 %y, 16
  %stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %25 = load i64, ptr %stride, align 8
  %mul121 = mul nsw i64 %mul120, %25
  %add.ptr122 = getelementptr inbounds i8, ptr %24, i64 %mul121
  %mul123 = mul nsw i64 %x, 16
  %add.ptr124 = getelementptr inbounds i8, ptr %add.ptr122, i64 %mul123
  %flat125 = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 0
  %26 = load i8, ptr %flat125, align 1
  %tobool126 = icmp ne i8 %26, 0
  br i1 %tobool126, label %if.then127, label %if.else152

if.then127:
  %stride128 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %27 = load i64, ptr %stride128, align 8
  call void @mlcc_rt.image_vp8.vp8_predict(ptr %add.ptr124, i64 %27, i32 16, i32 %mode.0, i32 %or)
  br label %for.cond130

for.cond130:
  %k129.0 = phi i32 [ 0, %if.then127 ], [ %inc150, %for.body133 ]
  %cmp131 = icmp slt i32 %k129.0, 16
  br i1 %cmp131, label %for.body133, label %if.end154

for.body133:
  %coefficients134 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 31
  %arraydecay = getelementptr inbounds [400 x i16], ptr %coefficients134, i64 0, i64 0
  %mul135 = mul nsw i32 16, %k129.0
  %idx.ext136 = sext i32 %mul135 to i64
  %add.ptr137 = getelementptr inbounds i16, ptr %arraydecay, i64 %idx.ext136
  %div138 = sdiv i32 %k129.0, 4
  %mul139 = mul nsw i32 %div138, 4
  %conv140 = sext i32 %mul139 to i64
  %stride141 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %28 = load i64, ptr %stride141, align 8
  %mul142 = mul nsw i64 %conv140, %28
  %add.ptr143 = getelementptr inbounds i8, ptr %add.ptr124, i64 %mul142
  %rem144 = srem i32 %k129.0, 4
  %mul145 = mul nsw i32 %rem144, 4
  %idx.ext146 = sext i32 %mul145 to i64
  %add.ptr147 = getelementptr inbounds i8, ptr %add.ptr143, i64 %idx.ext146
  %stride148 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %29 = load i64, ptr %stride148, align 8
  call void @mlcc_rt.image_vp8.vp8_add(ptr %add.ptr137, ptr %add.ptr147, i64 %29)
  %inc150 = add nsw i32 %k129.0, 1
  br label %for.cond130

if.else152:
  %arraydecay153 = getelementptr inbounds [16 x i8], ptr %modes12, i64 0, i64 0
  call void @mlcc_rt.image_vp8.vp8_luma_blocks(ptr %v, ptr %add.ptr124, i64 %x, i64 %y, ptr %arraydecay153)
  br label %if.end154

if.end154:
  br label %for.cond156

for.cond156:
  %k155.0 = phi i32 [ 0, %if.end154 ], [ %inc193, %if.end173 ]
  %cmp157 = icmp slt i32 %k155.0, 8
  br i1 %cmp157, label %for.body159, label %for.end194

for.body159:
  %chroma = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 8
  %div160 = sdiv i32 %k155.0, 4
  %idxprom161 = sext i32 %div160 to i64
  %arrayidx162 = getelementptr inbounds [2 x ptr], ptr %chroma, i64 0, i64 %idxprom161
  %30 = load ptr, ptr %arrayidx162, align 8
  %mul163 = mul nsw i64 %y, 8
  %half_stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %31 = load i64, ptr %half_stride, align 8
  %mul164 = mul nsw i64 %mul163, %31
  %add.ptr165 = getelementptr inbounds i8, ptr %30, i64 %mul164
  %mul166 = mul nsw i64 %x, 8
  %add.ptr167 = getelementptr inbounds i8, ptr %add.ptr165, i64 %mul166
  %rem168 = srem i32 %k155.0, 4
  %cmp169 = icmp eq i32 %rem168, 0
  br i1 %cmp169, label %if.then171, label %if.end173

if.then171:
  %half_stride172 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %32 = load i64, ptr %half_stride172, align 8
  call void @mlcc_rt.image_vp8.vp8_predict(ptr %add.ptr167, i64 %32, i32 8, i32 %cond77, i32 %or)
  br label %if.end173

if.end173:
  %coefficients174 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 31
  %arraydecay175 = getelementptr inbounds [400 x i16], ptr %coefficients174, i64 0, i64 0
  %add.ptr176 = getelementptr inbounds i16, ptr %arraydecay175, i64 256
  %mul177 = mul nsw i32 16, %k155.0
  %idx.ext178 = sext i32 %mul177 to i64
  %add.ptr179 = getelementptr inbounds i16, ptr %add.ptr176, i64 %idx.ext178
  %rem180 = srem i32 %k155.0, 4
  %div181 = sdiv i32 %rem180, 2
  %mul182 = mul nsw i32 %div181, 4
  %conv183 = sext i32 %mul182 to i64
  %half_stride184 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %33 = load i64, ptr %half_stride184, align 8
  %mul185 = mul nsw i64 %conv183, %33
  %add.ptr186 = getelementptr inbounds i8, ptr %add.ptr167, i64 %mul185
  %rem187 = srem i32 %k155.0, 2
  %mul188 = mul nsw i32 %rem187, 4
  %idx.ext189 = sext i32 %mul188 to i64
  %add.ptr190 = getelementptr inbounds i8, ptr %add.ptr186, i64 %idx.ext189
  %half_stride191 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %34 = load i64, ptr %half_stride191, align 8
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
  %y.0 = phi i64 [ 0, %entry ], [ %inc39, %for.inc38 ]
  %rows = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 3
  %0 = load i64, ptr %rows, align 8
  %cmp = icmp slt i64 %y.0, %0
  br i1 %cmp, label %for.cond1, label %for.end40

for.cond1:
  %x.0 = phi i64 [ %inc36, %for.inc35 ], [ 0, %for.cond ]
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %1 = load i64, ptr %columns, align 8
  %cmp2 = icmp slt i64 %x.0, %1
  br i1 %cmp2, label %for.body3, label %for.inc38

for.body3:
  %blocks = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 9
  %2 = load ptr, ptr %blocks, align 8
  %columns4 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %3 = load i64, ptr %columns4, align 8
  %mul = mul nsw i64 %y.0, %3
  %add = add nsw i64 %mul, %x.0
  %arrayidx = getelementptr inbounds %struct.vp8_block, ptr %2, i64 %add
  br label %for.cond5

for.cond5:
  %k.0 = phi i32 [ 0, %for.body3 ], [ %inc, %cond.end23 ]
  %edge = getelementptr inbounds nuw %struct.vp8_block, ptr %arrayidx, i32 0, i32 3
  %4 = load i8, ptr %edge, align 1
  %conv = zext i8 %4 to i32
  %cmp6 = icmp ne i32 %conv, 0
  br i1 %cmp6, label %land.rhs, label %for.inc35

land.rhs:
  %simple = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 21
  %5 = load i32, ptr %simple, align 4
  %tobool = icmp ne i32 %5, 0
  %cond = select i1 %tobool, i32 1, i32 3
  %cmp8 = icmp slt i32 %k.0, %cond
  br i1 %cmp8, label %for.body10, label %for.inc35

for.body10:
  %cmp11 = icmp eq i32 %k.0, 0
  %cond13 = select i1 %cmp11, i32 16, i32 8
  %cmp14 = icmp eq i32 %k.0, 0
  br i1 %cmp14, label %cond.true, label %cond.false

cond.true:
  %stride16 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %6 = load i64, ptr %stride16, align 8
  br label %cond.end

cond.false:
  %half_stride = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 5
  %7 = load i64, ptr %half_stride, align 8
  br label %cond.end

cond.end:
  %cond17 = phi i64 [ %6, %cond.true ], [ %7, %cond.false ]
  %cmp18 = icmp eq i32 %k.0, 0
  br i1 %cmp18, label %cond.true20, label %cond.false21

cond.true20:
  %luma = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 7
  %8 = load ptr, ptr %luma, align 8
  br label %cond.end23

cond.false21:
  %chroma = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 8
  %sub = sub nsw i32 %k.0, 1
  %idxprom = sext i32 %sub to i64
  %arrayidx22 = getelementptr inbounds [2 x ptr], ptr %chroma, i64 0, i64 %idxprom
  %9 = load ptr, ptr %arrayidx22, align 8
  br label %cond.end23

cond.end23:
  %cond24 = phi ptr [ %8, %cond.true20 ], [ %9, %cond.false21 ]
  %conv25 = sext i32 %cond13 to i64
  %mul26 = mul nsw i64 %y.0, %conv25
  %mul27 = mul nsw i64 %mul26, %cond17
  %add.ptr = getelementptr inbounds i8, ptr %cond24, i64 %mul27
  %conv28 = sext i32 %cond13 to i64
  %mul29 = mul nsw i64 %x.0, %conv28
  %add.ptr30 = getelementptr inbounds i8, ptr %add.ptr, i64 %mul29
  %cmp31 = icmp sgt i64 %x.0, 0
  %conv32 = zext i1 %cmp31 to i32
  call void @mlcc_rt.image_vp8.vp8_filter_edges(ptr %v, ptr %arrayidx, ptr %add.ptr30, i32 %cond13, i64 1, i64 %cond17, i32 %conv32)
  %cmp33 = icmp sgt i64 %y.0, 0
  %conv34 = zext i1 %cmp33 to i32
  call void @mlcc_rt.image_vp8.vp8_filter_edges(ptr %v, ptr %arrayidx, ptr %add.ptr30, i32 %cond13, i64 %cond17, i64 1, i32 %conv34)
  %inc = add nsw i32 %k.0, 1
  br label %for.cond5

for.inc35:
  %inc36 = add nsw i64 %x.0, 1
  br label %for.cond1

for.inc38:
  %inc39 = add nsw i64 %y.0, 1
  br label %for.cond

for.end40:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_begin(ptr %b, ptr %data, i64 %size) {
entry:
  %add.ptr = getelementptr inbounds nuw i8, ptr %data, i64 %size
  store ptr %data, ptr %b, align 8
  %.compoundliteral.sroa.2.0..sroa_idx = getelementptr inbounds i8, ptr %b, i64 8
  store ptr %add.ptr, ptr %.compoundliteral.sroa.2.0..sroa_idx, align 8
  %.compoundliteral.sroa.3.0..sroa_idx = getelementptr inbounds i8, ptr %b, i64 16
  store i32 0, ptr %.compoundliteral.sroa.3.0..sroa_idx, align 8
  %.compoundliteral.sroa.4.0..sroa_idx = getelementptr inbounds i8, ptr %b, i64 20
  store i32 255, ptr %.compoundliteral.sroa.4.0..sroa_idx, align 4
  %.compoundliteral.sroa.5.0..sroa_idx = getelementptr inbounds i8, ptr %b, i64 24
  store i32 -8, ptr %.compoundliteral.sroa.5.0..sroa_idx, align 8
  %.compoundliteral.sroa.6.0..sroa_idx = getelementptr inbounds i8, ptr %b, i64 28
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
  br i1 %tobool, label %if.end, label %for.end32

if.end:
  %call2 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %by_map = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 16
  store i32 %call2, ptr %by_map, align 8
  %call3 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %tobool4 = icmp ne i32 %call3, 0
  br i1 %tobool4, label %if.then5, label %if.end18

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
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [4 x i32], ptr %segment_step, i64 0, i64 %idxprom
  store i32 %call7, ptr %arrayidx, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond9:
  %k8.0 = phi i32 [ %inc16, %for.body11 ], [ 0, %for.cond ]
  %cmp10 = icmp slt i32 %k8.0, 4
  br i1 %cmp10, label %for.body11, label %if.end18

for.body11:
  %call12 = call i32 @mlcc_rt.image_vp8.vp8_optional(ptr %header, i32 6)
  %segment_filter = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 20
  %idxprom13 = sext i32 %k8.0 to i64
  %arrayidx14 = getelementptr inbounds [4 x i32], ptr %segment_filter, i64 0, i64 %idxprom13
  store i32 %call12, ptr %arrayidx14, align 4
  %inc16 = add nsw i32 %k8.0, 1
  br label %for.cond9

if.end18:
  br label %for.cond20

for.cond20:
  %k19.0 = phi i32 [ 0, %if.end18 ], [ %inc31, %cond.end ]
  %by_map21 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 16
  %1 = load i32, ptr %by_map21, align 8
  %tobool22 = icmp ne i32 %1, 0
  %cmp23 = icmp slt i32 %k19.0, 3
  %spec.select = select i1 %tobool22, i1 %cmp23, i1 false
  br i1 %spec.select, label %for.body24, label %for.end32

for.body24:
  %call25 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %tobool26 = icmp ne i32 %call25, 0
  br i1 %tobool26, label %cond.true, label %cond.end

cond.true:
  %call27 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header, i32 8)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call27, %cond.true ], [ 255, %for.body24 ]
  %segment_odds = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 18
  %idxprom28 = sext i32 %k19.0 to i64
  %arrayidx29 = getelementptr inbounds [3 x i32], ptr %segment_odds, i64 0, i64 %idxprom28
  store i32 %cond, ptr %arrayidx29, align 4
  %inc31 = add nsw i32 %k19.0, 1
  br label %for.cond20

for.end32:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_read_filter(ptr %v) {
entry:
  %values = alloca [8 x i32], align 16
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %simple = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 21
  store i32 %call, ptr %simple, align 4
  %call1 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header, i32 6)
  %level = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 22
  store i32 %call1, ptr %level, align 8
  %call2 = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header, i32 3)
  %sharpness = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 23
  store i32 %call2, ptr %sharpness, align 4
  %call3 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %header, i32 128)
  %deltas = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 24
  store i32 %call3, ptr %deltas, align 8
  %deltas4 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 24
  %0 = load i32, ptr %deltas4, align 8
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
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [8 x i32], ptr %values, i64 0, i64 %idxprom
  store i32 %call7, ptr %arrayidx, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %arrayidx8 = getelementptr inbounds [8 x i32], ptr %values, i64 0, i64 0
  %1 = load i32, ptr %arrayidx8, align 16
  %frame_delta = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 25
  store i32 %1, ptr %frame_delta, align 4
  %arrayidx9 = getelementptr inbounds [8 x i32], ptr %values, i64 0, i64 4
  %2 = load i32, ptr %arrayidx9, align 16
  %mode_delta = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 26
  store i32 %2, ptr %mode_delta, align 8
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
  store i32 %shl, ptr %part_count, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %data to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %part_count1 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %0 = load i32, ptr %part_count1, align 8
  %sub = sub nsw i32 %0, 1
  %mul = mul nsw i32 3, %sub
  %conv = sext i32 %mul to i64
  %cmp = icmp slt i64 %sub.ptr.sub, %conv
  br i1 %cmp, label %return, label %if.end

if.end:
  %part_count3 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %1 = load i32, ptr %part_count3, align 8
  %sub4 = sub nsw i32 %1, 1
  %mul5 = mul nsw i32 3, %sub4
  %idx.ext = sext i32 %mul5 to i64
  %add.ptr = getelementptr inbounds i8, ptr %data, i64 %idx.ext
  br label %for.cond

for.cond:
  %data.addr.0 = phi ptr [ %add.ptr, %if.end ], [ %add.ptr29, %if.end27 ]
  %sizes.0 = phi ptr [ %data, %if.end ], [ %add.ptr30, %if.end27 ]
  %k.0 = phi i32 [ 0, %if.end ], [ %inc, %if.end27 ]
  %part_count6 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %2 = load i32, ptr %part_count6, align 8
  %cmp7 = icmp slt i32 %k.0, %2
  br i1 %cmp7, label %for.body, label %return

for.body:
  %sub.ptr.lhs.cast9 = ptrtoint ptr %end to i64
  %sub.ptr.rhs.cast10 = ptrtoint ptr %data.addr.0 to i64
  %sub.ptr.sub11 = sub i64 %sub.ptr.lhs.cast9, %sub.ptr.rhs.cast10
  %part_count12 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 14
  %3 = load i32, ptr %part_count12, align 8
  %sub13 = sub nsw i32 %3, 1
  %cmp14 = icmp slt i32 %k.0, %sub13
  br i1 %cmp14, label %if.then16, label %if.end27

if.then16:
  %arrayidx = getelementptr inbounds i8, ptr %sizes.0, i64 0
  %4 = load i8, ptr %arrayidx, align 1
  %conv17 = zext i8 %4 to i64
  %arrayidx18 = getelementptr inbounds i8, ptr %sizes.0, i64 1
  %5 = load i8, ptr %arrayidx18, align 1
  %conv19 = zext i8 %5 to i64
  %shl20 = shl i64 %conv19, 8
  %or = or i64 %conv17, %shl20
  %arrayidx21 = getelementptr inbounds i8, ptr %sizes.0, i64 2
  %6 = load i8, ptr %arrayidx21, align 1
  %conv22 = zext i8 %6 to i64
  %shl23 = shl i64 %conv22, 16
  %or24 = or i64 %or, %shl23
  %cmp25 = icmp ult i64 %or24, %sub.ptr.sub11
  %or24.sub.ptr.sub11 = select i1 %cmp25, i64 %or24, i64 %sub.ptr.sub11
  br label %if.end27

if.end27:
  %size.0 = phi i64 [ %or24.sub.ptr.sub11, %if.then16 ], [ %sub.ptr.sub11, %for.body ]
  %parts = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 13
  %idxprom = sext i32 %k.0 to i64
  %arrayidx28 = getelementptr inbounds [8 x %struct.vp8_bits], ptr %parts, i64 0, i64 %idxprom
  call void @mlcc_rt.image_vp8.vp8_begin(ptr %arrayidx28, ptr %data.addr.0, i64 %size.0)
  %add.ptr29 = getelementptr inbounds nuw i8, ptr %data.addr.0, i64 %size.0
  %inc = add nsw i32 %k.0, 1
  %add.ptr30 = getelementptr inbounds i8, ptr %sizes.0, i64 3
  br label %for.cond

return:
  %retval.0 = phi i32 [ 1, %entry ], [ 0, %for.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_vp8.vp8_read_steps(ptr %v) {
entry:
  %more = alloca [5 x i32], align 16
  %steps = alloca [3 x [2 x i32]], align 16
  %header = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 12
  %call = call i32 @mlcc_rt.image_vp8.vp8_number(ptr %header, i32 7)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 5
  br i1 %cmp, label %for.body, label %for.cond3

for.body:
  %call1 = call i32 @mlcc_rt.image_vp8.vp8_optional(ptr %header, i32 4)
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [5 x i32], ptr %more, i64 0, i64 %idxprom
  store i32 %call1, ptr %arrayidx, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond3:
  %k2.0 = phi i32 [ %inc79, %for.inc78 ], [ 0, %for.cond ]
  %cmp4 = icmp slt i32 %k2.0, 4
  br i1 %cmp4, label %for.body5, label %for.end80

for.body5:
  %segments = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 15
  %0 = load i32, ptr %segments, align 4
  %tobool = icmp ne i32 %0, 0
  br i1 %tobool, label %cond.false, label %cond.end11

cond.false:
  %segment_step = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 19
  %idxprom6 = sext i32 %k2.0 to i64
  %arrayidx7 = getelementptr inbounds [4 x i32], ptr %segment_step, i64 0, i64 %idxprom6
  %1 = load i32, ptr %arrayidx7, align 4
  %absolute = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 17
  %2 = load i32, ptr %absolute, align 4
  %tobool8 = icmp ne i32 %2, 0
  %.call = select i1 %tobool8, i32 0, i32 %call
  %add = add nsw i32 %1, %.call
  br label %cond.end11

cond.end11:
  %cond12 = phi i32 [ %add, %cond.false ], [ %call, %for.body5 ]
  %arrayidx13 = getelementptr inbounds [5 x i32], ptr %more, i64 0, i64 2
  %3 = load i32, ptr %arrayidx13, align 8
  %add14 = add nsw i32 %cond12, %3
  %call15 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add14, i32 0, i32 127)
  %idxprom16 = sext i32 %call15 to i64
  %arrayidx17 = getelementptr inbounds [128 x i16], ptr @mlcc_rt.image_vp8.vp8_ac_steps, i64 0, i64 %idxprom16
  %4 = load i16, ptr %arrayidx17, align 2
  %conv = zext i16 %4 to i32
  %mul = mul nsw i32 %conv, 155
  %div = sdiv i32 %mul, 100
  %arrayidx18 = getelementptr inbounds [5 x i32], ptr %more, i64 0, i64 0
  %5 = load i32, ptr %arrayidx18, align 16
  %add19 = add nsw i32 %cond12, %5
  %call20 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add19, i32 0, i32 127)
  %idxprom21 = sext i32 %call20 to i64
  %arrayidx22 = getelementptr inbounds [128 x i8], ptr @mlcc_rt.image_vp8.vp8_dc_steps, i64 0, i64 %idxprom21
  %6 = load i8, ptr %arrayidx22, align 1
  %conv23 = zext i8 %6 to i32
  store i32 %conv23, ptr %steps, align 4
  %arrayinit.element = getelementptr inbounds i32, ptr %steps, i64 1
  %call24 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %cond12, i32 0, i32 127)
  %idxprom25 = sext i32 %call24 to i64
  %arrayidx26 = getelementptr inbounds [128 x i16], ptr @mlcc_rt.image_vp8.vp8_ac_steps, i64 0, i64 %idxprom25
  %7 = load i16, ptr %arrayidx26, align 2
  %conv27 = zext i16 %7 to i32
  store i32 %conv27, ptr %arrayinit.element, align 4
  %arrayinit.element28 = getelementptr inbounds [2 x i32], ptr %steps, i64 1
  %arrayidx29 = getelementptr inbounds [5 x i32], ptr %more, i64 0, i64 1
  %8 = load i32, ptr %arrayidx29, align 4
  %add30 = add nsw i32 %cond12, %8
  %call31 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add30, i32 0, i32 127)
  %idxprom32 = sext i32 %call31 to i64
  %arrayidx33 = getelementptr inbounds [128 x i8], ptr @mlcc_rt.image_vp8.vp8_dc_steps, i64 0, i64 %idxprom32
  %9 = load i8, ptr %arrayidx33, align 1
  %conv34 = zext i8 %9 to i32
  %mul35 = mul nsw i32 %conv34, 2
  store i32 %mul35, ptr %arrayinit.element28, align 4
  %arrayinit.element36 = getelementptr inbounds i32, ptr %arrayinit.element28, i64 1
  %cmp37 = icmp slt i32 %div, 8
  %.div = select i1 %cmp37, i32 8, i32 %div
  store i32 %.div, ptr %arrayinit.element36, align 4
  %arrayinit.element43 = getelementptr inbounds [2 x i32], ptr %steps, i64 2
  %arrayidx44 = getelementptr inbounds [5 x i32], ptr %more, i64 0, i64 3
  %10 = load i32, ptr %arrayidx44, align 4
  %add45 = add nsw i32 %cond12, %10
  %call46 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add45, i32 0, i32 117)
  %idxprom47 = sext i32 %call46 to i64
  %arrayidx48 = getelementptr inbounds [128 x i8], ptr @mlcc_rt.image_vp8.vp8_dc_steps, i64 0, i64 %idxprom47
  %11 = load i8, ptr %arrayidx48, align 1
  %conv49 = zext i8 %11 to i32
  store i32 %conv49, ptr %arrayinit.element43, align 4
  %arrayinit.element50 = getelementptr inbounds i32, ptr %arrayinit.element43, i64 1
  %arrayidx51 = getelementptr inbounds [5 x i32], ptr %more, i64 0, i64 4
  %12 = load i32, ptr %arrayidx51, align 16
  %add52 = add nsw i32 %cond12, %12
  %call53 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add52, i32 0, i32 127)
  %idxprom54 = sext i32 %call53 to i64
  %arrayidx55 = getelementptr inbounds [128 x i16], ptr @mlcc_rt.image_vp8.vp8_ac_steps, i64 0, i64 %idxprom54
  %13 = load i16, ptr %arrayidx55, align 2
  %conv56 = zext i16 %13 to i32
  store i32 %conv56, ptr %arrayinit.element50, align 4
  br label %for.cond57

for.cond57:
  %n.0 = phi i32 [ 0, %cond.end11 ], [ %inc76, %for.body60 ]
  %cmp58 = icmp slt i32 %n.0, 6
  br i1 %cmp58, label %for.body60, label %for.inc78

for.body60:
  %div61 = sdiv i32 %n.0, 2
  %idxprom62 = sext i32 %div61 to i64
  %arrayidx63 = getelementptr inbounds [3 x [2 x i32]], ptr %steps, i64 0, i64 %idxprom62
  %rem = srem i32 %n.0, 2
  %idxprom64 = sext i32 %rem to i64
  %arrayidx65 = getelementptr inbounds [2 x i32], ptr %arrayidx63, i64 0, i64 %idxprom64
  %14 = load i32, ptr %arrayidx65, align 4
  %steps66 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 29
  %idxprom67 = sext i32 %k2.0 to i64
  %arrayidx68 = getelementptr inbounds [4 x [3 x [2 x i32]]], ptr %steps66, i64 0, i64 %idxprom67
  %div69 = sdiv i32 %n.0, 2
  %idxprom70 = sext i32 %div69 to i64
  %arrayidx71 = getelementptr inbounds [3 x [2 x i32]], ptr %arrayidx68, i64 0, i64 %idxprom70
  %rem72 = srem i32 %n.0, 2
  %idxprom73 = sext i32 %rem72 to i64
  %arrayidx74 = getelementptr inbounds [2 x i32], ptr %arrayidx71, i64 0, i64 %idxprom73
  store i32 %14, ptr %arrayidx74, align 4
  %inc76 = add nsw i32 %n.0, 1
  br label %for.cond57

for.inc78:
  %inc79 = add nsw i32 %k2.0, 1
  br label %for.cond3

for.end80:
  ret void
}

define internal i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %odds) {
entry:
  br label %while.cond

while.cond:
  %count = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 4
  %0 = load i32, ptr %count, align 8
  %cmp = icmp slt i32 %0, 0
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %at = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 0
  %1 = load ptr, ptr %at, align 8
  %end = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 1
  %2 = load ptr, ptr %end, align 8
  %cmp1 = icmp uge ptr %1, %2
  %conv = zext i1 %cmp1 to i32
  %beyond = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 5
  %3 = load i32, ptr %beyond, align 4
  %add = add nsw i32 %3, %conv
  store i32 %add, ptr %beyond, align 4
  %value = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 2
  %4 = load i32, ptr %value, align 8
  %shl = shl i32 %4, 8
  %at2 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 0
  %5 = load ptr, ptr %at2, align 8
  %end3 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 1
  %6 = load ptr, ptr %end3, align 8
  %cmp4 = icmp ult ptr %5, %6
  br i1 %cmp4, label %cond.true, label %cond.end

cond.true:
  %at6 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 0
  %7 = load ptr, ptr %at6, align 8
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %7, i32 1
  store ptr %incdec.ptr, ptr %at6, align 8
  %8 = load i8, ptr %7, align 1
  %conv7 = zext i8 %8 to i32
  br label %cond.end

cond.end:
  %cond = phi i32 [ %conv7, %cond.true ], [ 0, %while.body ]
  %or = or i32 %shl, %cond
  %value8 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 2
  store i32 %or, ptr %value8, align 8
  %count9 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 4
  %9 = load i32, ptr %count9, align 8
  %add10 = add nsw i32 %9, 8
  store i32 %add10, ptr %count9, align 8
  br label %while.cond

while.end:
  %range = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 3
  %10 = load i32, ptr %range, align 4
  %sub = sub i32 %10, 1
  %mul = mul i32 %sub, %odds
  %shr = lshr i32 %mul, 8
  %add11 = add i32 1, %shr
  %count12 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 4
  %11 = load i32, ptr %count12, align 8
  %shl13 = shl i32 %add11, %11
  %value14 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 2
  %12 = load i32, ptr %value14, align 8
  %cmp15 = icmp uge i32 %12, %shl13
  br i1 %cmp15, label %if.then, label %if.else

if.then:
  %value17 = getelementptr inbounds nuw %struct.vp8_bits, ptr %b, i32 0, i32 2
  %13 = load i32, ptr %value17, align 8
  %sub18 = sub i32 %13, %shl13
  store i32 %sub18, ptr %value17, align 8
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
  %17 = load i32, ptr %count29, align 8
  %dec = add nsw i32 %17, -1
  store i32 %dec, ptr %count29, align 8
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
  %idx.ext = sext i32 %mul1 to i64
  %add.ptr = getelementptr inbounds i8, ptr @mlcc_rt.image_vp8.vp8_mode_odds, i64 %idx.ext
  br label %do.body

do.body:
  %at.0 = phi i32 [ 0, %entry ], [ %conv5, %do.body ]
  %shr = ashr i32 %at.0, 1
  %idxprom = sext i32 %shr to i64
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr, i64 %idxprom
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv)
  %add2 = add nsw i32 %at.0, %call
  %idxprom3 = sext i32 %add2 to i64
  %arrayidx4 = getelementptr inbounds [18 x i8], ptr @mlcc_rt.image_vp8.vp8_small_mode.tree, i64 0, i64 %idxprom3
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = sext i8 %1 to i32
  %cmp = icmp sgt i32 %conv5, 0
  br i1 %cmp, label %do.body, label %do.end

do.end:
  %sub = sub nsw i32 0, %conv5
  ret i32 %sub
}

define internal i32 @mlcc_rt.image_vp8.vp8_residue(ptr %v, ptr %b, i32 %segment, i32 %flat, ptr %above, ptr %left) {
entry:
  %coefficients = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 31
  %arraydecay = getelementptr inbounds [400 x i16], ptr %coefficients, i64 0, i64 0
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 400
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i16, ptr %arraydecay, i64 %idxprom
  store i16 0, ptr %arrayidx, align 2
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %tobool = icmp ne i32 %flat, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:
  %odds = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 30
  %arrayidx1 = getelementptr inbounds [4 x [8 x [3 x [11 x i8]]]], ptr %odds, i64 0, i64 1
  %arraydecay2 = getelementptr inbounds [8 x [3 x [11 x i8]]], ptr %arrayidx1, i64 0, i64 0
  %arrayidx3 = getelementptr inbounds i8, ptr %above, i64 8
  %0 = load i8, ptr %arrayidx3, align 1
  %conv = zext i8 %0 to i32
  %arrayidx4 = getelementptr inbounds i8, ptr %left, i64 8
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %1 to i32
  %add = add nsw i32 %conv, %conv5
  %steps = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 29
  %idxprom6 = sext i32 %segment to i64
  %arrayidx7 = getelementptr inbounds [4 x [3 x [2 x i32]]], ptr %steps, i64 0, i64 %idxprom6
  %arrayidx8 = getelementptr inbounds [3 x [2 x i32]], ptr %arrayidx7, i64 0, i64 1
  %arraydecay9 = getelementptr inbounds [2 x i32], ptr %arrayidx8, i64 0, i64 0
  %add.ptr = getelementptr inbounds i16, ptr %arraydecay, i64 384
  %call = call i32 @mlcc_rt.image_vp8.vp8_coefficients(ptr %b, ptr %arraydecay2, i32 %add, ptr %arraydecay9, i32 0, ptr %add.ptr)
  %cmp10 = icmp sgt i32 %call, 0
  %conv11 = zext i1 %cmp10 to i32
  %conv12 = trunc i32 %conv11 to i8
  %arrayidx13 = getelementptr inbounds i8, ptr %left, i64 8
  store i8 %conv12, ptr %arrayidx13, align 1
  %arrayidx14 = getelementptr inbounds i8, ptr %above, i64 8
  store i8 %conv12, ptr %arrayidx14, align 1
  %add.ptr15 = getelementptr inbounds i16, ptr %arraydecay, i64 384
  call void @mlcc_rt.image_vp8.vp8_means(ptr %add.ptr15, ptr %arraydecay)
  br label %if.end

if.end:
  br label %for.cond17

for.cond17:
  %k16.0 = phi i32 [ 0, %if.end ], [ %inc82, %lor.end ]
  %any.0 = phi i32 [ 0, %if.end ], [ %or, %lor.end ]
  %cmp18 = icmp slt i32 %k16.0, 24
  br i1 %cmp18, label %for.body20, label %for.end83

for.body20:
  %cmp21 = icmp slt i32 %k16.0, 16
  %conv22 = zext i1 %cmp21 to i32
  %tobool23 = icmp ne i32 %conv22, 0
  %tobool24 = icmp ne i32 %flat, 0
  %spec.select = select i1 %tobool23, i1 %tobool24, i1 false
  %land.ext = zext i1 %spec.select to i32
  %tobool25 = icmp ne i32 %conv22, 0
  br i1 %tobool25, label %cond.true, label %cond.false

cond.true:
  %rem = srem i32 %k16.0, 4
  br label %cond.end

cond.false:
  %sub = sub nsw i32 %k16.0, 16
  %div = sdiv i32 %sub, 4
  %mul = mul nsw i32 %div, 2
  %add26 = add nsw i32 4, %mul
  %rem27 = srem i32 %k16.0, 2
  %add28 = add nsw i32 %add26, %rem27
  br label %cond.end

cond.end:
  %cond = phi i32 [ %rem, %cond.true ], [ %add28, %cond.false ]
  %idx.ext = sext i32 %cond to i64
  %add.ptr29 = getelementptr inbounds i8, ptr %above, i64 %idx.ext
  %tobool30 = icmp ne i32 %conv22, 0
  br i1 %tobool30, label %cond.true31, label %cond.false33

cond.true31:
  %div32 = sdiv i32 %k16.0, 4
  br label %cond.end41

cond.false33:
  %sub34 = sub nsw i32 %k16.0, 16
  %div35 = sdiv i32 %sub34, 4
  %mul36 = mul nsw i32 %div35, 2
  %add37 = add nsw i32 4, %mul36
  %rem38 = srem i32 %k16.0, 4
  %div39 = sdiv i32 %rem38, 2
  %add40 = add nsw i32 %add37, %div39
  br label %cond.end41

cond.end41:
  %cond42 = phi i32 [ %div32, %cond.true31 ], [ %add40, %cond.false33 ]
  %idx.ext43 = sext i32 %cond42 to i64
  %add.ptr44 = getelementptr inbounds i8, ptr %left, i64 %idx.ext43
  %mul45 = mul nsw i32 16, %k16.0
  %idx.ext46 = sext i32 %mul45 to i64
  %add.ptr47 = getelementptr inbounds i16, ptr %arraydecay, i64 %idx.ext46
  %odds49 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 30
  %tobool50 = icmp ne i32 %conv22, 0
  br i1 %tobool50, label %cond.true51, label %cond.end55

cond.true51:
  %tobool52 = icmp ne i32 %flat, 0
  %cond53 = select i1 %tobool52, i32 0, i32 3
  br label %cond.end55

cond.end55:
  %cond56 = phi i32 [ %cond53, %cond.true51 ], [ 2, %cond.end41 ]
  %idxprom57 = sext i32 %cond56 to i64
  %arrayidx58 = getelementptr inbounds [4 x [8 x [3 x [11 x i8]]]], ptr %odds49, i64 0, i64 %idxprom57
  %arraydecay59 = getelementptr inbounds [8 x [3 x [11 x i8]]], ptr %arrayidx58, i64 0, i64 0
  %2 = load i8, ptr %add.ptr29, align 1
  %conv60 = zext i8 %2 to i32
  %3 = load i8, ptr %add.ptr44, align 1
  %conv61 = zext i8 %3 to i32
  %add62 = add nsw i32 %conv60, %conv61
  %steps63 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 29
  %idxprom64 = sext i32 %segment to i64
  %arrayidx65 = getelementptr inbounds [4 x [3 x [2 x i32]]], ptr %steps63, i64 0, i64 %idxprom64
  %tobool66 = icmp ne i32 %conv22, 0
  %cond67 = select i1 %tobool66, i32 0, i32 2
  %idxprom68 = sext i32 %cond67 to i64
  %arrayidx69 = getelementptr inbounds [3 x [2 x i32]], ptr %arrayidx65, i64 0, i64 %idxprom68
  %arraydecay70 = getelementptr inbounds [2 x i32], ptr %arrayidx69, i64 0, i64 0
  %call71 = call i32 @mlcc_rt.image_vp8.vp8_coefficients(ptr %b, ptr %arraydecay59, i32 %add62, ptr %arraydecay70, i32 %land.ext, ptr %add.ptr47)
  %cmp72 = icmp sgt i32 %call71, %land.ext
  %conv73 = zext i1 %cmp72 to i32
  %conv74 = trunc i32 %conv73 to i8
  store i8 %conv74, ptr %add.ptr44, align 1
  store i8 %conv74, ptr %add.ptr29, align 1
  %cmp75 = icmp sgt i32 %call71, 1
  br i1 %cmp75, label %lor.end, label %lor.rhs

lor.rhs:
  %arrayidx77 = getelementptr inbounds i16, ptr %add.ptr47, i64 0
  %4 = load i16, ptr %arrayidx77, align 2
  %conv78 = sext i16 %4 to i32
  %cmp79 = icmp ne i32 %conv78, 0
  br label %lor.end

lor.end:
  %5 = phi i1 [ true, %cond.end55 ], [ %cmp79, %lor.rhs ]
  %lor.ext = zext i1 %5 to i32
  %or = or i32 %any.0, %lor.ext
  %inc82 = add nsw i32 %k16.0, 1
  br label %for.cond17

for.end83:
  ret i32 %any.0
}

define internal void @mlcc_rt.image_vp8.vp8_filter_strength(ptr %v, ptr %block, i32 %segment) {
entry:
  %level1 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 22
  %0 = load i32, ptr %level1, align 8
  %segments = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 15
  %1 = load i32, ptr %segments, align 4
  %tobool = icmp ne i32 %1, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:
  %segment_filter = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 20
  %idxprom = sext i32 %segment to i64
  %arrayidx = getelementptr inbounds [4 x i32], ptr %segment_filter, i64 0, i64 %idxprom
  %2 = load i32, ptr %arrayidx, align 4
  %absolute = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 17
  %3 = load i32, ptr %absolute, align 4
  %tobool2 = icmp ne i32 %3, 0
  br i1 %tobool2, label %cond.end, label %cond.false

cond.false:
  %level3 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 22
  %4 = load i32, ptr %level3, align 8
  br label %cond.end

cond.end:
  %cond = phi i32 [ %4, %cond.false ], [ 0, %if.then ]
  %add = add nsw i32 %2, %cond
  br label %if.end

if.end:
  %level.0 = phi i32 [ %add, %cond.end ], [ %0, %entry ]
  %deltas = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 24
  %5 = load i32, ptr %deltas, align 8
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
  %8 = load i32, ptr %mode_delta, align 8
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
  %idx.neg = sub i64 0, %stride
  %add.ptr = getelementptr inbounds i8, ptr %to, i64 %idx.neg
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
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr, i64 %idxprom
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
  %arrayidx5 = getelementptr inbounds i8, ptr %to, i64 %sub
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
  br label %for.end67

for.cond26:
  %y.0 = phi i32 [ %inc66, %for.inc65 ], [ 0, %if.end ]
  %cmp27 = icmp slt i32 %y.0, %size
  br i1 %cmp27, label %for.body29, label %for.end67

for.body29:
  %conv30 = sext i32 %y.0 to i64
  %mul31 = mul nsw i64 %conv30, %stride
  %sub32 = sub nsw i64 %mul31, 1
  %arrayidx33 = getelementptr inbounds i8, ptr %to, i64 %sub32
  %2 = load i8, ptr %arrayidx33, align 1
  br label %for.cond34

for.cond34:
  %x.0 = phi i32 [ 0, %for.body29 ], [ %inc63, %cond.end54 ]
  %cmp35 = icmp slt i32 %x.0, %size
  br i1 %cmp35, label %for.body37, label %for.inc65

for.body37:
  switch i32 %mode, label %cond.false49 [
    i32 2, label %cond.true40
    i32 3, label %cond.true47
  ]

cond.true40:
  %idxprom41 = sext i32 %x.0 to i64
  %arrayidx42 = getelementptr inbounds i8, ptr %add.ptr, i64 %idxprom41
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
  %cond55 = phi i32 [ %conv43, %cond.true40 ], [ %conv48, %cond.true47 ], [ %conv51, %cond.false49 ]
  %conv56 = trunc i32 %cond55 to i8
  %conv57 = sext i32 %y.0 to i64
  %mul58 = mul nsw i64 %conv57, %stride
  %conv59 = sext i32 %x.0 to i64
  %add60 = add nsw i64 %mul58, %conv59
  %arrayidx61 = getelementptr inbounds i8, ptr %to, i64 %add60
  store i8 %conv56, ptr %arrayidx61, align 1
  %inc63 = add nsw i32 %x.0, 1
  br label %for.cond34

for.inc65:
  %inc66 = add nsw i32 %y.0, 1
  br label %for.cond26

for.end67:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_add(ptr %in, ptr %to, i64 %stride) {
entry:
  %t = alloca [16 x i32], align 16
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 4
  br i1 %cmp, label %for.body, label %for.cond50

for.body:
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i16, ptr %in, i64 %idxprom
  %0 = load i16, ptr %arrayidx, align 2
  %conv = sext i16 %0 to i32
  %add = add nsw i32 8, %k.0
  %idxprom1 = sext i32 %add to i64
  %arrayidx2 = getelementptr inbounds i16, ptr %in, i64 %idxprom1
  %1 = load i16, ptr %arrayidx2, align 2
  %conv3 = sext i16 %1 to i32
  %add4 = add nsw i32 %conv, %conv3
  %idxprom5 = sext i32 %k.0 to i64
  %arrayidx6 = getelementptr inbounds i16, ptr %in, i64 %idxprom5
  %2 = load i16, ptr %arrayidx6, align 2
  %conv7 = sext i16 %2 to i32
  %add8 = add nsw i32 8, %k.0
  %idxprom9 = sext i32 %add8 to i64
  %arrayidx10 = getelementptr inbounds i16, ptr %in, i64 %idxprom9
  %3 = load i16, ptr %arrayidx10, align 2
  %conv11 = sext i16 %3 to i32
  %sub = sub nsw i32 %conv7, %conv11
  %add12 = add nsw i32 4, %k.0
  %idxprom13 = sext i32 %add12 to i64
  %arrayidx14 = getelementptr inbounds i16, ptr %in, i64 %idxprom13
  %4 = load i16, ptr %arrayidx14, align 2
  %conv15 = sext i16 %4 to i32
  %add16 = add nsw i32 12, %k.0
  %idxprom17 = sext i32 %add16 to i64
  %arrayidx18 = getelementptr inbounds i16, ptr %in, i64 %idxprom17
  %5 = load i16, ptr %arrayidx18, align 2
  %conv19 = sext i16 %5 to i32
  %mul = mul nsw i32 %conv15, 35468
  %shr = ashr i32 %mul, 16
  %mul20 = mul nsw i32 %conv19, 20091
  %shr21 = ashr i32 %mul20, 16
  %sub22 = sub nsw i32 %shr, %shr21
  %sub23 = sub nsw i32 %sub22, %conv19
  %mul24 = mul nsw i32 %conv15, 20091
  %shr25 = ashr i32 %mul24, 16
  %add26 = add nsw i32 %shr25, %conv15
  %mul27 = mul nsw i32 %conv19, 35468
  %shr28 = ashr i32 %mul27, 16
  %add29 = add nsw i32 %add26, %shr28
  %add30 = add nsw i32 %add4, %add29
  %mul31 = mul nsw i32 4, %k.0
  %idxprom32 = sext i32 %mul31 to i64
  %arrayidx33 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom32
  store i32 %add30, ptr %arrayidx33, align 4
  %add34 = add nsw i32 %sub, %sub23
  %mul35 = mul nsw i32 4, %k.0
  %add36 = add nsw i32 %mul35, 1
  %idxprom37 = sext i32 %add36 to i64
  %arrayidx38 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom37
  store i32 %add34, ptr %arrayidx38, align 4
  %sub39 = sub nsw i32 %sub, %sub23
  %mul40 = mul nsw i32 4, %k.0
  %add41 = add nsw i32 %mul40, 2
  %idxprom42 = sext i32 %add41 to i64
  %arrayidx43 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom42
  store i32 %sub39, ptr %arrayidx43, align 4
  %sub44 = sub nsw i32 %add4, %add29
  %mul45 = mul nsw i32 4, %k.0
  %add46 = add nsw i32 %mul45, 3
  %idxprom47 = sext i32 %add46 to i64
  %arrayidx48 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom47
  store i32 %sub44, ptr %arrayidx48, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond50:
  %k49.0 = phi i32 [ %inc119, %for.body53 ], [ 0, %for.cond ]
  %cmp51 = icmp slt i32 %k49.0, 4
  br i1 %cmp51, label %for.body53, label %for.end120

for.body53:
  %idxprom54 = sext i32 %k49.0 to i64
  %arrayidx55 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom54
  %6 = load i32, ptr %arrayidx55, align 4
  %add56 = add nsw i32 %6, 4
  %add58 = add nsw i32 8, %k49.0
  %idxprom59 = sext i32 %add58 to i64
  %arrayidx60 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom59
  %7 = load i32, ptr %arrayidx60, align 4
  %add61 = add nsw i32 %add56, %7
  %add63 = add nsw i32 8, %k49.0
  %idxprom64 = sext i32 %add63 to i64
  %arrayidx65 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom64
  %8 = load i32, ptr %arrayidx65, align 4
  %sub66 = sub nsw i32 %add56, %8
  %add68 = add nsw i32 4, %k49.0
  %idxprom69 = sext i32 %add68 to i64
  %arrayidx70 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom69
  %9 = load i32, ptr %arrayidx70, align 4
  %add72 = add nsw i32 12, %k49.0
  %idxprom73 = sext i32 %add72 to i64
  %arrayidx74 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom73
  %10 = load i32, ptr %arrayidx74, align 4
  %mul76 = mul nsw i32 %9, 35468
  %shr77 = ashr i32 %mul76, 16
  %mul78 = mul nsw i32 %10, 20091
  %shr79 = ashr i32 %mul78, 16
  %sub80 = sub nsw i32 %shr77, %shr79
  %sub81 = sub nsw i32 %sub80, %10
  %mul83 = mul nsw i32 %9, 20091
  %shr84 = ashr i32 %mul83, 16
  %add85 = add nsw i32 %shr84, %9
  %mul86 = mul nsw i32 %10, 35468
  %shr87 = ashr i32 %mul86, 16
  %add88 = add nsw i32 %add85, %shr87
  %conv89 = sext i32 %k49.0 to i64
  %mul90 = mul nsw i64 %conv89, %stride
  %add.ptr = getelementptr inbounds i8, ptr %to, i64 %mul90
  %arrayidx91 = getelementptr inbounds i8, ptr %add.ptr, i64 0
  %11 = load i8, ptr %arrayidx91, align 1
  %conv92 = zext i8 %11 to i32
  %add93 = add nsw i32 %add61, %add88
  %shr94 = ashr i32 %add93, 3
  %add95 = add nsw i32 %conv92, %shr94
  %call = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add95)
  %arrayidx96 = getelementptr inbounds i8, ptr %add.ptr, i64 0
  store i8 %call, ptr %arrayidx96, align 1
  %arrayidx97 = getelementptr inbounds i8, ptr %add.ptr, i64 1
  %12 = load i8, ptr %arrayidx97, align 1
  %conv98 = zext i8 %12 to i32
  %add99 = add nsw i32 %sub66, %sub81
  %shr100 = ashr i32 %add99, 3
  %add101 = add nsw i32 %conv98, %shr100
  %call102 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add101)
  %arrayidx103 = getelementptr inbounds i8, ptr %add.ptr, i64 1
  store i8 %call102, ptr %arrayidx103, align 1
  %arrayidx104 = getelementptr inbounds i8, ptr %add.ptr, i64 2
  %13 = load i8, ptr %arrayidx104, align 1
  %conv105 = zext i8 %13 to i32
  %sub106 = sub nsw i32 %sub66, %sub81
  %shr107 = ashr i32 %sub106, 3
  %add108 = add nsw i32 %conv105, %shr107
  %call109 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add108)
  %arrayidx110 = getelementptr inbounds i8, ptr %add.ptr, i64 2
  store i8 %call109, ptr %arrayidx110, align 1
  %arrayidx111 = getelementptr inbounds i8, ptr %add.ptr, i64 3
  %14 = load i8, ptr %arrayidx111, align 1
  %conv112 = zext i8 %14 to i32
  %sub113 = sub nsw i32 %add61, %add88
  %shr114 = ashr i32 %sub113, 3
  %add115 = add nsw i32 %conv112, %shr114
  %call116 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add115)
  %arrayidx117 = getelementptr inbounds i8, ptr %add.ptr, i64 3
  store i8 %call116, ptr %arrayidx117, align 1
  %inc119 = add nsw i32 %k49.0, 1
  br label %for.cond50

for.end120:
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
  %0 = load i64, ptr %stride, align 8
  %sub = sub nsw i64 0, %0
  %columns = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 2
  %1 = load i64, ptr %columns, align 8
  %sub1 = sub nsw i64 %1, 1
  %cmp2 = icmp slt i64 %x, %sub1
  %cmp3 = icmp eq i64 %y, 0
  %or.cond = select i1 %cmp2, i1 true, i1 %cmp3
  %add = add nsw i32 16, %k.0
  %cond = select i1 %or.cond, i32 %add, i32 15
  %conv = sext i32 %cond to i64
  %add4 = add nsw i64 %sub, %conv
  %arrayidx = getelementptr inbounds i8, ptr %luma, i64 %add4
  %2 = load i8, ptr %arrayidx, align 1
  %idxprom = sext i32 %k.0 to i64
  %arrayidx5 = getelementptr inbounds [4 x i8], ptr %right, i64 0, i64 %idxprom
  store i8 %2, ptr %arrayidx5, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond7:
  %k6.0 = phi i32 [ %inc36, %cond.end28 ], [ 0, %for.cond ]
  %cmp8 = icmp slt i32 %k6.0, 16
  br i1 %cmp8, label %for.body10, label %for.end37

for.body10:
  %div = sdiv i32 %k6.0, 4
  %mul = mul nsw i32 %div, 4
  %conv11 = sext i32 %mul to i64
  %stride12 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %3 = load i64, ptr %stride12, align 8
  %mul13 = mul nsw i64 %conv11, %3
  %add.ptr = getelementptr inbounds i8, ptr %luma, i64 %mul13
  %rem = srem i32 %k6.0, 4
  %mul14 = mul nsw i32 %rem, 4
  %idx.ext = sext i32 %mul14 to i64
  %add.ptr15 = getelementptr inbounds i8, ptr %add.ptr, i64 %idx.ext
  %stride16 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %4 = load i64, ptr %stride16, align 8
  %idxprom17 = sext i32 %k6.0 to i64
  %arrayidx18 = getelementptr inbounds i8, ptr %modes, i64 %idxprom17
  %5 = load i8, ptr %arrayidx18, align 1
  %conv19 = zext i8 %5 to i32
  %rem20 = srem i32 %k6.0, 4
  %cmp21 = icmp eq i32 %rem20, 3
  br i1 %cmp21, label %cond.true23, label %cond.false24

cond.true23:
  %arraydecay = getelementptr inbounds [4 x i8], ptr %right, i64 0, i64 0
  br label %cond.end28

cond.false24:
  %stride25 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %6 = load i64, ptr %stride25, align 8
  %idx.neg = sub i64 0, %6
  %add.ptr26 = getelementptr inbounds i8, ptr %add.ptr15, i64 %idx.neg
  %add.ptr27 = getelementptr inbounds i8, ptr %add.ptr26, i64 4
  br label %cond.end28

cond.end28:
  %cond29 = phi ptr [ %arraydecay, %cond.true23 ], [ %add.ptr27, %cond.false24 ]
  call void @mlcc_rt.image_vp8.vp8_predict_small(ptr %add.ptr15, i64 %4, i32 %conv19, ptr %cond29)
  %coefficients = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 31
  %arraydecay30 = getelementptr inbounds [400 x i16], ptr %coefficients, i64 0, i64 0
  %mul31 = mul nsw i32 16, %k6.0
  %idx.ext32 = sext i32 %mul31 to i64
  %add.ptr33 = getelementptr inbounds i16, ptr %arraydecay30, i64 %idx.ext32
  %stride34 = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 4
  %7 = load i64, ptr %stride34, align 8
  call void @mlcc_rt.image_vp8.vp8_add(ptr %add.ptr33, ptr %add.ptr15, i64 %7)
  %inc36 = add nsw i32 %k6.0, 1
  br label %for.cond7

for.end37:
  ret void
}

define internal i32 @mlcc_rt.image_vp8.vp8_coefficients(ptr %b, ptr %odds, i32 %context, ptr %steps, i32 %first, ptr %to) {
entry:
  %idxprom = sext i32 %first to i64
  %arrayidx = getelementptr inbounds [17 x i8], ptr @mlcc_rt.image_vp8.vp8_coefficients.bands, i64 0, i64 %idxprom
  %0 = load i8, ptr %arrayidx, align 1
  %idxprom1 = zext i8 %0 to i64
  %arrayidx2 = getelementptr inbounds nuw [3 x [11 x i8]], ptr %odds, i64 %idxprom1
  %idxprom3 = sext i32 %context to i64
  %arrayidx4 = getelementptr inbounds [3 x [11 x i8]], ptr %arrayidx2, i64 0, i64 %idxprom3
  %arraydecay = getelementptr inbounds [11 x i8], ptr %arrayidx4, i64 0, i64 0
  br label %for.cond

for.cond:
  %n.0 = phi i32 [ %first, %entry ], [ %inc48, %cond.end ]
  %p.0 = phi ptr [ %arraydecay, %entry ], [ %arraydecay32, %cond.end ]
  %cmp = icmp slt i32 %n.0, 16
  br i1 %cmp, label %for.body, label %return

for.body:
  %arrayidx5 = getelementptr inbounds i8, ptr %p.0, i64 0
  %1 = load i8, ptr %arrayidx5, align 1
  %conv = zext i8 %1 to i32
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %while.cond, label %return

while.cond:
  %n.1 = phi i32 [ %n.0, %for.body ], [ %inc, %while.body ]
  %p.1 = phi ptr [ %p.0, %for.body ], [ %arraydecay15, %while.body ]
  %arrayidx6 = getelementptr inbounds i8, ptr %p.1, i64 1
  %2 = load i8, ptr %arrayidx6, align 1
  %conv7 = zext i8 %2 to i32
  %call8 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv7)
  %tobool9 = icmp ne i32 %call8, 0
  %lnot = xor i1 %tobool9, true
  br i1 %lnot, label %while.body, label %while.end

while.body:
  %inc = add nsw i32 %n.1, 1
  %idxprom10 = sext i32 %inc to i64
  %arrayidx11 = getelementptr inbounds [17 x i8], ptr @mlcc_rt.image_vp8.vp8_coefficients.bands, i64 0, i64 %idxprom10
  %3 = load i8, ptr %arrayidx11, align 1
  %idxprom12 = zext i8 %3 to i64
  %arrayidx13 = getelementptr inbounds nuw [3 x [11 x i8]], ptr %odds, i64 %idxprom12
  %arrayidx14 = getelementptr inbounds [3 x [11 x i8]], ptr %arrayidx13, i64 0, i64 0
  %arraydecay15 = getelementptr inbounds [11 x i8], ptr %arrayidx14, i64 0, i64 0
  %cmp16 = icmp eq i32 %inc, 16
  br i1 %cmp16, label %return, label %while.cond

while.end:
  %arrayidx20 = getelementptr inbounds i8, ptr %p.1, i64 2
  %4 = load i8, ptr %arrayidx20, align 1
  %conv21 = zext i8 %4 to i32
  %call22 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv21)
  %tobool23 = icmp ne i32 %call22, 0
  br i1 %tobool23, label %cond.true, label %cond.end

cond.true:
  %call24 = call i32 @mlcc_rt.image_vp8.vp8_large(ptr %b, ptr %p.1)
  br label %cond.end

cond.end:
  %cond = phi i32 [ %call24, %cond.true ], [ 1, %while.end ]
  %add = add nsw i32 %n.1, 1
  %idxprom25 = sext i32 %add to i64
  %arrayidx26 = getelementptr inbounds [17 x i8], ptr @mlcc_rt.image_vp8.vp8_coefficients.bands, i64 0, i64 %idxprom25
  %5 = load i8, ptr %arrayidx26, align 1
  %idxprom27 = zext i8 %5 to i64
  %arrayidx28 = getelementptr inbounds nuw [3 x [11 x i8]], ptr %odds, i64 %idxprom27
  %add29 = add nsw i32 1, %call22
  %idxprom30 = sext i32 %add29 to i64
  %arrayidx31 = getelementptr inbounds [3 x [11 x i8]], ptr %arrayidx28, i64 0, i64 %idxprom30
  %arraydecay32 = getelementptr inbounds [11 x i8], ptr %arrayidx31, i64 0, i64 0
  %call33 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 128)
  %tobool34 = icmp ne i32 %call33, 0
  %sub = sub nsw i32 0, %cond
  %cond38 = select i1 %tobool34, i32 %sub, i32 %cond
  %cmp39 = icmp sgt i32 %n.1, 0
  %conv40 = zext i1 %cmp39 to i32
  %idxprom41 = sext i32 %conv40 to i64
  %arrayidx42 = getelementptr inbounds i32, ptr %steps, i64 %idxprom41
  %6 = load i32, ptr %arrayidx42, align 4
  %mul = mul nsw i32 %cond38, %6
  %conv43 = trunc i32 %mul to i16
  %idxprom44 = sext i32 %n.1 to i64
  %arrayidx45 = getelementptr inbounds [16 x i8], ptr @mlcc_rt.image_vp8.vp8_coefficients.order, i64 0, i64 %idxprom44
  %7 = load i8, ptr %arrayidx45, align 1
  %idxprom46 = zext i8 %7 to i64
  %arrayidx47 = getelementptr inbounds nuw i16, ptr %to, i64 %idxprom46
  store i16 %conv43, ptr %arrayidx47, align 2
  %inc48 = add nsw i32 %n.1, 1
  br label %for.cond

return:
  %retval.0 = phi i32 [ %n.0, %for.body ], [ 16, %while.body ], [ 16, %for.cond ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_vp8.vp8_means(ptr %in, ptr %to) {
entry:
  %t = alloca [16 x i32], align 16
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i32 %k.0, 4
  br i1 %cmp, label %for.body, label %for.cond46

for.body:
  %idxprom = sext i32 %k.0 to i64
  %arrayidx = getelementptr inbounds i16, ptr %in, i64 %idxprom
  %0 = load i16, ptr %arrayidx, align 2
  %conv = sext i16 %0 to i32
  %add = add nsw i32 12, %k.0
  %idxprom1 = sext i32 %add to i64
  %arrayidx2 = getelementptr inbounds i16, ptr %in, i64 %idxprom1
  %1 = load i16, ptr %arrayidx2, align 2
  %conv3 = sext i16 %1 to i32
  %add4 = add nsw i32 %conv, %conv3
  %add5 = add nsw i32 4, %k.0
  %idxprom6 = sext i32 %add5 to i64
  %arrayidx7 = getelementptr inbounds i16, ptr %in, i64 %idxprom6
  %2 = load i16, ptr %arrayidx7, align 2
  %conv8 = sext i16 %2 to i32
  %add9 = add nsw i32 8, %k.0
  %idxprom10 = sext i32 %add9 to i64
  %arrayidx11 = getelementptr inbounds i16, ptr %in, i64 %idxprom10
  %3 = load i16, ptr %arrayidx11, align 2
  %conv12 = sext i16 %3 to i32
  %add13 = add nsw i32 %conv8, %conv12
  %add14 = add nsw i32 4, %k.0
  %idxprom15 = sext i32 %add14 to i64
  %arrayidx16 = getelementptr inbounds i16, ptr %in, i64 %idxprom15
  %4 = load i16, ptr %arrayidx16, align 2
  %conv17 = sext i16 %4 to i32
  %add18 = add nsw i32 8, %k.0
  %idxprom19 = sext i32 %add18 to i64
  %arrayidx20 = getelementptr inbounds i16, ptr %in, i64 %idxprom19
  %5 = load i16, ptr %arrayidx20, align 2
  %conv21 = sext i16 %5 to i32
  %sub = sub nsw i32 %conv17, %conv21
  %idxprom22 = sext i32 %k.0 to i64
  %arrayidx23 = getelementptr inbounds i16, ptr %in, i64 %idxprom22
  %6 = load i16, ptr %arrayidx23, align 2
  %conv24 = sext i16 %6 to i32
  %add25 = add nsw i32 12, %k.0
  %idxprom26 = sext i32 %add25 to i64
  %arrayidx27 = getelementptr inbounds i16, ptr %in, i64 %idxprom26
  %7 = load i16, ptr %arrayidx27, align 2
  %conv28 = sext i16 %7 to i32
  %sub29 = sub nsw i32 %conv24, %conv28
  %add30 = add nsw i32 %add4, %add13
  %idxprom31 = sext i32 %k.0 to i64
  %arrayidx32 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom31
  store i32 %add30, ptr %arrayidx32, align 4
  %sub33 = sub nsw i32 %add4, %add13
  %add34 = add nsw i32 8, %k.0
  %idxprom35 = sext i32 %add34 to i64
  %arrayidx36 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom35
  store i32 %sub33, ptr %arrayidx36, align 4
  %add37 = add nsw i32 %sub29, %sub
  %add38 = add nsw i32 4, %k.0
  %idxprom39 = sext i32 %add38 to i64
  %arrayidx40 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom39
  store i32 %add37, ptr %arrayidx40, align 4
  %sub41 = sub nsw i32 %sub29, %sub
  %add42 = add nsw i32 12, %k.0
  %idxprom43 = sext i32 %add42 to i64
  %arrayidx44 = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 %idxprom43
  store i32 %sub41, ptr %arrayidx44, align 4
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.cond46:
  %k45.0 = phi i32 [ %inc95, %for.body49 ], [ 0, %for.cond ]
  %cmp47 = icmp slt i32 %k45.0, 4
  br i1 %cmp47, label %for.body49, label %for.end96

for.body49:
  %arraydecay = getelementptr inbounds [16 x i32], ptr %t, i64 0, i64 0
  %mul = mul nsw i32 4, %k45.0
  %idx.ext = sext i32 %mul to i64
  %add.ptr = getelementptr inbounds i32, ptr %arraydecay, i64 %idx.ext
  %arrayidx51 = getelementptr inbounds i32, ptr %add.ptr, i64 0
  %8 = load i32, ptr %arrayidx51, align 4
  %add52 = add nsw i32 %8, 3
  %arrayidx53 = getelementptr inbounds i32, ptr %add.ptr, i64 3
  %9 = load i32, ptr %arrayidx53, align 4
  %add54 = add nsw i32 %add52, %9
  %arrayidx56 = getelementptr inbounds i32, ptr %add.ptr, i64 1
  %10 = load i32, ptr %arrayidx56, align 4
  %arrayidx57 = getelementptr inbounds i32, ptr %add.ptr, i64 2
  %11 = load i32, ptr %arrayidx57, align 4
  %add58 = add nsw i32 %10, %11
  %arrayidx60 = getelementptr inbounds i32, ptr %add.ptr, i64 1
  %12 = load i32, ptr %arrayidx60, align 4
  %arrayidx61 = getelementptr inbounds i32, ptr %add.ptr, i64 2
  %13 = load i32, ptr %arrayidx61, align 4
  %sub62 = sub nsw i32 %12, %13
  %arrayidx64 = getelementptr inbounds i32, ptr %add.ptr, i64 0
  %14 = load i32, ptr %arrayidx64, align 4
  %add65 = add nsw i32 %14, 3
  %arrayidx66 = getelementptr inbounds i32, ptr %add.ptr, i64 3
  %15 = load i32, ptr %arrayidx66, align 4
  %sub67 = sub nsw i32 %add65, %15
  %add68 = add nsw i32 %add54, %add58
  %shr = ashr i32 %add68, 3
  %conv69 = trunc i32 %shr to i16
  %mul70 = mul nsw i32 64, %k45.0
  %idxprom71 = sext i32 %mul70 to i64
  %arrayidx72 = getelementptr inbounds i16, ptr %to, i64 %idxprom71
  store i16 %conv69, ptr %arrayidx72, align 2
  %add73 = add nsw i32 %sub67, %sub62
  %shr74 = ashr i32 %add73, 3
  %conv75 = trunc i32 %shr74 to i16
  %mul76 = mul nsw i32 64, %k45.0
  %add77 = add nsw i32 %mul76, 16
  %idxprom78 = sext i32 %add77 to i64
  %arrayidx79 = getelementptr inbounds i16, ptr %to, i64 %idxprom78
  store i16 %conv75, ptr %arrayidx79, align 2
  %sub80 = sub nsw i32 %add54, %add58
  %shr81 = ashr i32 %sub80, 3
  %conv82 = trunc i32 %shr81 to i16
  %mul83 = mul nsw i32 64, %k45.0
  %add84 = add nsw i32 %mul83, 32
  %idxprom85 = sext i32 %add84 to i64
  %arrayidx86 = getelementptr inbounds i16, ptr %to, i64 %idxprom85
  store i16 %conv82, ptr %arrayidx86, align 2
  %sub87 = sub nsw i32 %sub67, %sub62
  %shr88 = ashr i32 %sub87, 3
  %conv89 = trunc i32 %shr88 to i16
  %mul90 = mul nsw i32 64, %k45.0
  %add91 = add nsw i32 %mul90, 48
  %idxprom92 = sext i32 %add91 to i64
  %arrayidx93 = getelementptr inbounds i16, ptr %to, i64 %idxprom92
  store i16 %conv89, ptr %arrayidx93, align 2
  %inc95 = add nsw i32 %k45.0, 1
  br label %for.cond46

for.end96:
  ret void
}

define internal i32 @mlcc_rt.image_vp8.vp8_large(ptr %b, ptr %odds) {
entry:
  %arrayidx = getelementptr inbounds i8, ptr %odds, i64 3
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %call = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv)
  %tobool = icmp ne i32 %call, 0
  br i1 %tobool, label %if.end, label %if.then

if.then:
  %arrayidx1 = getelementptr inbounds i8, ptr %odds, i64 4
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %call3 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv2)
  %tobool4 = icmp ne i32 %call3, 0
  br i1 %tobool4, label %cond.false, label %return

cond.false:
  %arrayidx5 = getelementptr inbounds i8, ptr %odds, i64 5
  %2 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %2 to i32
  %call7 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv6)
  %add = add nsw i32 3, %call7
  br label %return

if.end:
  %arrayidx8 = getelementptr inbounds i8, ptr %odds, i64 6
  %3 = load i8, ptr %arrayidx8, align 1
  %conv9 = zext i8 %3 to i32
  %call10 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv9)
  %tobool11 = icmp ne i32 %call10, 0
  br i1 %tobool11, label %if.end25, label %if.then12

if.then12:
  %arrayidx13 = getelementptr inbounds i8, ptr %odds, i64 7
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
  %arrayidx27 = getelementptr inbounds i8, ptr %odds, i64 8
  %5 = load i8, ptr %arrayidx27, align 1
  %conv28 = zext i8 %5 to i32
  %call29 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv28)
  %mul30 = mul nsw i32 2, %call29
  %add31 = add nsw i32 9, %call29
  %idxprom = sext i32 %add31 to i64
  %arrayidx32 = getelementptr inbounds i8, ptr %odds, i64 %idxprom
  %6 = load i8, ptr %arrayidx32, align 1
  %conv33 = zext i8 %6 to i32
  %call34 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv33)
  %add35 = add nsw i32 %mul30, %call34
  %idxprom36 = sext i32 %add35 to i64
  %arrayidx37 = getelementptr inbounds [4 x [12 x i8]], ptr @mlcc_rt.image_vp8.vp8_large.digits, i64 0, i64 %idxprom36
  %arraydecay = getelementptr inbounds [12 x i8], ptr %arrayidx37, i64 0, i64 0
  br label %for.cond

for.cond:
  %value.0 = phi i32 [ 0, %if.end25 ], [ %add43, %for.body ]
  %digit.0 = phi ptr [ %arraydecay, %if.end25 ], [ %incdec.ptr, %for.body ]
  %7 = load i8, ptr %digit.0, align 1
  %conv38 = zext i8 %7 to i32
  %cmp = icmp ne i32 %conv38, 0
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul40 = mul nsw i32 2, %value.0
  %8 = load i8, ptr %digit.0, align 1
  %conv41 = zext i8 %8 to i32
  %call42 = call i32 @mlcc_rt.image_vp8.vp8_bit(ptr %b, i32 %conv41)
  %add43 = add nsw i32 %mul40, %call42
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %digit.0, i32 1
  br label %for.cond

for.end:
  %add44 = add nsw i32 %value.0, 3
  %shl = shl i32 8, %add35
  %add45 = add nsw i32 %add44, %shl
  br label %return

return:
  %retval.0 = phi i32 [ %add45, %for.end ], [ %add24, %if.end20 ], [ %add19, %if.then17 ], [ %add, %cond.false ], [ 2, %if.then ]
  ret i32 %retval.0
}

define internal void @mlcc_rt.image_vp8.vp8_plane(ptr %to, i64 %stride, i32 %size) {
entry:
  %idx.neg = sub i64 0, %stride
  %add.ptr = getelementptr inbounds i8, ptr %to, i64 %idx.neg
  %arrayidx = getelementptr inbounds i8, ptr %add.ptr, i64 -1
  %0 = load i8, ptr %arrayidx, align 1
  br label %for.cond

for.cond:
  %y.0 = phi i32 [ 0, %entry ], [ %inc16, %for.inc15 ]
  %cmp = icmp slt i32 %y.0, %size
  br i1 %cmp, label %for.cond1, label %for.end17

for.cond1:
  %x.0 = phi i32 [ %inc, %for.body3 ], [ 0, %for.cond ]
  %cmp2 = icmp slt i32 %x.0, %size
  br i1 %cmp2, label %for.body3, label %for.inc15

for.body3:
  %conv = sext i32 %y.0 to i64
  %mul = mul nsw i64 %conv, %stride
  %sub = sub nsw i64 %mul, 1
  %arrayidx4 = getelementptr inbounds i8, ptr %to, i64 %sub
  %1 = load i8, ptr %arrayidx4, align 1
  %conv5 = zext i8 %1 to i32
  %idxprom = sext i32 %x.0 to i64
  %arrayidx6 = getelementptr inbounds i8, ptr %add.ptr, i64 %idxprom
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
  %arrayidx14 = getelementptr inbounds i8, ptr %to, i64 %add13
  store i8 %call, ptr %arrayidx14, align 1
  %inc = add nsw i32 %x.0, 1
  br label %for.cond1

for.inc15:
  %inc16 = add nsw i32 %y.0, 1
  br label %for.cond

for.end17:
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
  %arrayidx = getelementptr inbounds i8, ptr %to, i64 %sub1
  %0 = load i8, ptr %arrayidx, align 1
  %add = add nsw i32 1, %k.0
  %idxprom = sext i32 %add to i64
  %arrayidx2 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 %idxprom
  store i8 %0, ptr %arrayidx2, align 1
  %conv3 = sext i32 %k.0 to i64
  %sub4 = sub nsw i64 %conv3, %stride
  %arrayidx5 = getelementptr inbounds i8, ptr %to, i64 %sub4
  %1 = load i8, ptr %arrayidx5, align 1
  %add6 = add nsw i32 6, %k.0
  %idxprom7 = sext i32 %add6 to i64
  %arrayidx8 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 %idxprom7
  store i8 %1, ptr %arrayidx8, align 1
  %idxprom9 = sext i32 %k.0 to i64
  %arrayidx10 = getelementptr inbounds i8, ptr %further, i64 %idxprom9
  %2 = load i8, ptr %arrayidx10, align 1
  %add11 = add nsw i32 10, %k.0
  %idxprom12 = sext i32 %add11 to i64
  %arrayidx13 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 %idxprom12
  store i8 %2, ptr %arrayidx13, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

for.end:
  %arrayidx14 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 1
  %3 = load i8, ptr %arrayidx14, align 1
  %arrayidx15 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 0
  store i8 %3, ptr %arrayidx15, align 1
  %sub16 = sub nsw i64 0, %stride
  %sub17 = sub nsw i64 %sub16, 1
  %arrayidx18 = getelementptr inbounds i8, ptr %to, i64 %sub17
  %4 = load i8, ptr %arrayidx18, align 1
  %arrayidx19 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 5
  store i8 %4, ptr %arrayidx19, align 1
  %arrayidx20 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 13
  %5 = load i8, ptr %arrayidx20, align 1
  %arrayidx21 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 14
  store i8 %5, ptr %arrayidx21, align 1
  %cmp22 = icmp eq i32 %mode, 1
  br i1 %cmp22, label %if.then, label %if.end

if.then:
  call void @mlcc_rt.image_vp8.vp8_plane(ptr %to, i64 %stride, i32 4)
  br label %for.end99

if.end:
  %arrayidx24 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 1
  %6 = load i8, ptr %arrayidx24, align 1
  %conv25 = zext i8 %6 to i32
  %arrayidx26 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 2
  %7 = load i8, ptr %arrayidx26, align 1
  %conv27 = zext i8 %7 to i32
  %add28 = add nsw i32 %conv25, %conv27
  %arrayidx29 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 3
  %8 = load i8, ptr %arrayidx29, align 1
  %conv30 = zext i8 %8 to i32
  %add31 = add nsw i32 %add28, %conv30
  %arrayidx32 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 4
  %9 = load i8, ptr %arrayidx32, align 1
  %conv33 = zext i8 %9 to i32
  %add34 = add nsw i32 %add31, %conv33
  %arrayidx35 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 6
  %10 = load i8, ptr %arrayidx35, align 1
  %conv36 = zext i8 %10 to i32
  %add37 = add nsw i32 %add34, %conv36
  %arrayidx38 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 7
  %11 = load i8, ptr %arrayidx38, align 1
  %conv39 = zext i8 %11 to i32
  %add40 = add nsw i32 %add37, %conv39
  %arrayidx41 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 8
  %12 = load i8, ptr %arrayidx41, align 1
  %conv42 = zext i8 %12 to i32
  %add43 = add nsw i32 %add40, %conv42
  %arrayidx44 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 9
  %13 = load i8, ptr %arrayidx44, align 1
  %conv45 = zext i8 %13 to i32
  %add46 = add nsw i32 %add43, %conv45
  %add47 = add nsw i32 %add46, 4
  %shr = ashr i32 %add47, 3
  br label %for.cond49

for.cond49:
  %k48.0 = phi i32 [ 0, %if.end ], [ %inc98, %cond.end89 ]
  %cmp50 = icmp slt i32 %k48.0, 16
  br i1 %cmp50, label %for.body52, label %for.end99

for.body52:
  %idxprom53 = sext i32 %mode to i64
  %arrayidx54 = getelementptr inbounds [10 x [16 x i8]], ptr @mlcc_rt.image_vp8.vp8_directions, i64 0, i64 %idxprom53
  %idxprom55 = sext i32 %k48.0 to i64
  %arrayidx56 = getelementptr inbounds [16 x i8], ptr %arrayidx54, i64 0, i64 %idxprom55
  %14 = load i8, ptr %arrayidx56, align 1
  %conv57 = zext i8 %14 to i32
  %and = and i32 %conv57, 15
  %cmp58 = icmp eq i32 %mode, 0
  br i1 %cmp58, label %cond.end89, label %cond.false

cond.false:
  %and60 = and i32 %conv57, 16
  %tobool = icmp ne i32 %and60, 0
  br i1 %tobool, label %cond.true61, label %cond.false72

cond.true61:
  %idxprom62 = sext i32 %and to i64
  %arrayidx63 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 %idxprom62
  %15 = load i8, ptr %arrayidx63, align 1
  %conv64 = zext i8 %15 to i32
  %add65 = add nsw i32 %and, 1
  %idxprom66 = sext i32 %add65 to i64
  %arrayidx67 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 %idxprom66
  %16 = load i8, ptr %arrayidx67, align 1
  %conv68 = zext i8 %16 to i32
  %add69 = add nsw i32 %conv64, %conv68
  %add70 = add nsw i32 %add69, 1
  %shr71 = ashr i32 %add70, 1
  br label %cond.end89

cond.false72:
  %sub73 = sub nsw i32 %and, 1
  %idxprom74 = sext i32 %sub73 to i64
  %arrayidx75 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 %idxprom74
  %17 = load i8, ptr %arrayidx75, align 1
  %conv76 = zext i8 %17 to i32
  %idxprom77 = sext i32 %and to i64
  %arrayidx78 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 %idxprom77
  %18 = load i8, ptr %arrayidx78, align 1
  %conv79 = zext i8 %18 to i32
  %mul80 = mul nsw i32 2, %conv79
  %add81 = add nsw i32 %conv76, %mul80
  %add82 = add nsw i32 %and, 1
  %idxprom83 = sext i32 %add82 to i64
  %arrayidx84 = getelementptr inbounds [15 x i8], ptr %e, i64 0, i64 %idxprom83
  %19 = load i8, ptr %arrayidx84, align 1
  %conv85 = zext i8 %19 to i32
  %add86 = add nsw i32 %add81, %conv85
  %add87 = add nsw i32 %add86, 2
  %shr88 = ashr i32 %add87, 2
  br label %cond.end89

cond.end89:
  %cond90 = phi i32 [ %shr, %for.body52 ], [ %shr71, %cond.true61 ], [ %shr88, %cond.false72 ]
  %conv91 = trunc i32 %cond90 to i8
  %div = sdiv i32 %k48.0, 4
  %conv92 = sext i32 %div to i64
  %mul93 = mul nsw i64 %conv92, %stride
  %rem = srem i32 %k48.0, 4
  %conv94 = sext i32 %rem to i64
  %add95 = add nsw i64 %mul93, %conv94
  %arrayidx96 = getelementptr inbounds i8, ptr %to, i64 %add95
  store i8 %conv91, ptr %arrayidx96, align 1
  %inc98 = add nsw i32 %k48.0, 1
  br label %for.cond49

for.end99:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_filter_edges(ptr %v, ptr %block, ptr %plane, i32 %size, i64 %step, i64 %across, i32 %outer) {
entry:
  %tobool = icmp ne i32 %outer, 0
  %cond = select i1 %tobool, i32 0, i32 4
  br label %for.cond

for.cond:
  %edge.0 = phi i32 [ %cond, %entry ], [ %add28, %for.inc27 ]
  %inner = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 2
  %0 = load i8, ptr %inner, align 1
  %conv = zext i8 %0 to i32
  %tobool1 = icmp ne i32 %conv, 0
  %size. = select i1 %tobool1, i32 %size, i32 1
  %cmp = icmp slt i32 %edge.0, %size.
  br i1 %cmp, label %for.cond4, label %for.end29

for.cond4:
  %k.0 = phi i32 [ %inc, %cond.end18 ], [ 0, %for.cond ]
  %cmp5 = icmp slt i32 %k.0, %size
  br i1 %cmp5, label %for.body7, label %for.inc27

for.body7:
  %conv8 = sext i32 %edge.0 to i64
  %mul = mul nsw i64 %conv8, %step
  %add.ptr = getelementptr inbounds i8, ptr %plane, i64 %mul
  %conv9 = sext i32 %k.0 to i64
  %mul10 = mul nsw i64 %conv9, %across
  %add.ptr11 = getelementptr inbounds i8, ptr %add.ptr, i64 %mul10
  %simple = getelementptr inbounds nuw %struct.vp8, ptr %v, i32 0, i32 21
  %1 = load i32, ptr %simple, align 4
  %tobool12 = icmp ne i32 %1, 0
  br i1 %tobool12, label %cond.end18, label %cond.false14

cond.false14:
  %cmp15 = icmp eq i32 %edge.0, 0
  %cond17 = select i1 %cmp15, i32 2, i32 1
  br label %cond.end18

cond.end18:
  %cond19 = phi i32 [ %cond17, %cond.false14 ], [ 0, %for.body7 ]
  %edge20 = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 3
  %2 = load i8, ptr %edge20, align 1
  %conv21 = zext i8 %2 to i32
  %cmp22 = icmp eq i32 %edge.0, 0
  %cond24 = select i1 %cmp22, i32 4, i32 0
  %add = add nsw i32 %conv21, %cond24
  %sharp = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 4
  %3 = load i8, ptr %sharp, align 1
  %conv25 = zext i8 %3 to i32
  %filter = getelementptr inbounds nuw %struct.vp8_block, ptr %block, i32 0, i32 1
  %4 = load i8, ptr %filter, align 1
  %conv26 = zext i8 %4 to i32
  call void @mlcc_rt.image_vp8.vp8_filter(ptr %add.ptr11, i64 %step, i32 %cond19, i32 %add, i32 %conv25, i32 %conv26)
  %inc = add nsw i32 %k.0, 1
  br label %for.cond4

for.inc27:
  %add28 = add nsw i32 %edge.0, 4
  br label %for.cond

for.end29:
  ret void
}

define internal void @mlcc_rt.image_vp8.vp8_filter(ptr %p, i64 %step, i32 %kind, i32 %limit, i32 %sharp, i32 %threshold) {
entry:
  %mul = mul nsw i64 -2, %step
  %arrayidx = getelementptr inbounds i8, ptr %p, i64 %mul
  %0 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %0 to i32
  %sub = sub nsw i64 0, %step
  %arrayidx1 = getelementptr inbounds i8, ptr %p, i64 %sub
  %1 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %1 to i32
  %arrayidx3 = getelementptr inbounds i8, ptr %p, i64 0
  %2 = load i8, ptr %arrayidx3, align 1
  %conv4 = zext i8 %2 to i32
  %arrayidx5 = getelementptr inbounds i8, ptr %p, i64 %step
  %3 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %3 to i32
  %call = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv2, i32 %conv4)
  %mul7 = mul nsw i32 4, %call
  %call8 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv, i32 %conv6)
  %add = add nsw i32 %mul7, %call8
  %mul9 = mul nsw i32 2, %limit
  %add10 = add nsw i32 %mul9, 1
  %cmp = icmp sgt i32 %add, %add10
  br i1 %cmp, label %if.end125, label %if.end

if.end:
  %cmp12 = icmp sgt i32 %kind, 0
  br i1 %cmp12, label %if.then14, label %if.end57

if.then14:
  %mul15 = mul nsw i64 -4, %step
  %arrayidx16 = getelementptr inbounds i8, ptr %p, i64 %mul15
  %4 = load i8, ptr %arrayidx16, align 1
  %conv17 = zext i8 %4 to i32
  %mul18 = mul nsw i64 -3, %step
  %arrayidx19 = getelementptr inbounds i8, ptr %p, i64 %mul18
  %5 = load i8, ptr %arrayidx19, align 1
  %conv20 = zext i8 %5 to i32
  %mul21 = mul nsw i64 2, %step
  %arrayidx22 = getelementptr inbounds i8, ptr %p, i64 %mul21
  %6 = load i8, ptr %arrayidx22, align 1
  %conv23 = zext i8 %6 to i32
  %mul24 = mul nsw i64 3, %step
  %arrayidx25 = getelementptr inbounds i8, ptr %p, i64 %mul24
  %7 = load i8, ptr %arrayidx25, align 1
  %conv26 = zext i8 %7 to i32
  %call27 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv17, i32 %conv20)
  %cmp28 = icmp sgt i32 %call27, %sharp
  br i1 %cmp28, label %if.end125, label %lor.lhs.false

lor.lhs.false:
  %call30 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv20, i32 %conv)
  %cmp31 = icmp sgt i32 %call30, %sharp
  br i1 %cmp31, label %if.end125, label %lor.lhs.false33

lor.lhs.false33:
  %call34 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv, i32 %conv2)
  %cmp35 = icmp sgt i32 %call34, %sharp
  br i1 %cmp35, label %if.end125, label %lor.lhs.false37

lor.lhs.false37:
  %call38 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv26, i32 %conv23)
  %cmp39 = icmp sgt i32 %call38, %sharp
  br i1 %cmp39, label %if.end125, label %lor.lhs.false41

lor.lhs.false41:
  %call42 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv23, i32 %conv6)
  %cmp43 = icmp sgt i32 %call42, %sharp
  br i1 %cmp43, label %if.end125, label %lor.lhs.false45

lor.lhs.false45:
  %call46 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv6, i32 %conv4)
  %cmp47 = icmp sgt i32 %call46, %sharp
  br i1 %cmp47, label %if.end125, label %if.end50

if.end50:
  %call51 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv, i32 %conv2)
  %cmp52 = icmp sgt i32 %call51, %threshold
  br i1 %cmp52, label %lor.end, label %lor.rhs

lor.rhs:
  %call54 = call i32 @mlcc_rt.image_vp8.vp8_apart(i32 %conv6, i32 %conv4)
  %cmp55 = icmp sgt i32 %call54, %threshold
  br label %lor.end

lor.end:
  %8 = phi i1 [ true, %if.end50 ], [ %cmp55, %lor.rhs ]
  %lor.ext = zext i1 %8 to i32
  br label %if.end57

if.end57:
  %rough.0 = phi i32 [ %lor.ext, %lor.end ], [ 1, %if.end ]
  %sub58 = sub nsw i32 %conv4, %conv2
  %mul59 = mul nsw i32 3, %sub58
  %sub60 = sub nsw i32 %conv, %conv6
  %call61 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %sub60, i32 -128, i32 127)
  %add62 = add nsw i32 %mul59, %call61
  %cmp63 = icmp ne i32 %kind, 2
  %tobool = icmp ne i32 %rough.0, 0
  %or.cond = select i1 %cmp63, i1 true, i1 %tobool
  br i1 %or.cond, label %if.end95, label %if.then65

if.then65:
  %call66 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %add62, i32 -128, i32 127)
  br label %for.cond

for.cond:
  %k.0 = phi i32 [ 0, %if.then65 ], [ %inc, %for.body ]
  %cmp67 = icmp slt i32 %k.0, 3
  br i1 %cmp67, label %for.body, label %if.end125

for.body:
  %mul69 = mul nsw i32 9, %k.0
  %sub70 = sub nsw i32 27, %mul69
  %mul71 = mul nsw i32 %sub70, %call66
  %add72 = add nsw i32 %mul71, 63
  %shr = ashr i32 %add72, 7
  %add73 = add nsw i32 %k.0, 1
  %sub74 = sub nsw i32 0, %add73
  %conv75 = sext i32 %sub74 to i64
  %mul76 = mul nsw i64 %conv75, %step
  %arrayidx77 = getelementptr inbounds i8, ptr %p, i64 %mul76
  %9 = load i8, ptr %arrayidx77, align 1
  %conv78 = zext i8 %9 to i32
  %add79 = add nsw i32 %conv78, %shr
  %call80 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add79)
  %add81 = add nsw i32 %k.0, 1
  %sub82 = sub nsw i32 0, %add81
  %conv83 = sext i32 %sub82 to i64
  %mul84 = mul nsw i64 %conv83, %step
  %arrayidx85 = getelementptr inbounds i8, ptr %p, i64 %mul84
  store i8 %call80, ptr %arrayidx85, align 1
  %conv86 = sext i32 %k.0 to i64
  %mul87 = mul nsw i64 %conv86, %step
  %arrayidx88 = getelementptr inbounds i8, ptr %p, i64 %mul87
  %10 = load i8, ptr %arrayidx88, align 1
  %conv89 = zext i8 %10 to i32
  %sub90 = sub nsw i32 %conv89, %shr
  %call91 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %sub90)
  %conv92 = sext i32 %k.0 to i64
  %mul93 = mul nsw i64 %conv92, %step
  %arrayidx94 = getelementptr inbounds i8, ptr %p, i64 %mul93
  store i8 %call91, ptr %arrayidx94, align 1
  %inc = add nsw i32 %k.0, 1
  br label %for.cond

if.end95:
  %tobool97 = icmp ne i32 %rough.0, 0
  %add62.mul59 = select i1 %tobool97, i32 %add62, i32 %mul59
  %add98 = add nsw i32 %add62.mul59, 4
  %shr99 = ashr i32 %add98, 3
  %call100 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %shr99, i32 -16, i32 15)
  %add102 = add nsw i32 %add62.mul59, 3
  %shr103 = ashr i32 %add102, 3
  %call104 = call i32 @mlcc_rt.image_vp8.vp8_clip(i32 %shr103, i32 -16, i32 15)
  %add105 = add nsw i32 %conv2, %call104
  %call106 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add105)
  %sub107 = sub nsw i64 0, %step
  %arrayidx108 = getelementptr inbounds i8, ptr %p, i64 %sub107
  store i8 %call106, ptr %arrayidx108, align 1
  %sub109 = sub nsw i32 %conv4, %call100
  %call110 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %sub109)
  %arrayidx111 = getelementptr inbounds i8, ptr %p, i64 0
  store i8 %call110, ptr %arrayidx111, align 1
  %tobool112 = icmp ne i32 %rough.0, 0
  br i1 %tobool112, label %if.end125, label %if.then113

if.then113:
  %add114 = add nsw i32 %call100, 1
  %shr115 = ashr i32 %add114, 1
  %add116 = add nsw i32 %conv, %shr115
  %call117 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %add116)
  %mul118 = mul nsw i64 -2, %step
  %arrayidx119 = getelementptr inbounds i8, ptr %p, i64 %mul118
  store i8 %call117, ptr %arrayidx119, align 1
  %add120 = add nsw i32 %call100, 1
  %shr121 = ashr i32 %add120, 1
  %sub122 = sub nsw i32 %conv6, %shr121
  %call123 = call zeroext i8 @mlcc_rt.image_vp8.vp8_byte(i32 %sub122)
  %arrayidx124 = getelementptr inbounds i8, ptr %p, i64 %step
  store i8 %call123, ptr %arrayidx124, align 1
  br label %if.end125

if.end125:
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
