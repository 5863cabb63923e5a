/* The two functions of CBLAS that the generator `blas` calls, for machines without OpenBLAS: row-major only. */
#define GEMM(name, real)                                                                                               \
    void name(int order, int turn_a, int turn_b, int m, int n, int k, real alpha, const real *a, int lda,              \
              const real *b, int ldb, real beta, real *c, int ldc) {                                                   \
        if (order != 101 || lda < (turn_a == 112 ? m : k) || ldb < (turn_b == 112 ? k : n) || ldc < n || ldc < 1)      \
            __builtin_trap();                                                                                          \
        for (int i = 0; i < m; i++)                                                                                    \
            for (int j = 0; j < n; j++) {                                                                              \
                real sum = 0;                                                                                          \
                for (int p = 0; p < k; p++)                                                                            \
                    sum += (turn_a == 112 ? a[(long)p * lda + i] : a[(long)i * lda + p]) *                             \
                           (turn_b == 112 ? b[(long)j * ldb + p] : b[(long)p * ldb + j]);                              \
                c[(long)i * ldc + j] = alpha * sum + (beta == 0 ? 0 : beta * c[(long)i * ldc + j]);                    \
            }                                                                                                          \
    }

GEMM(cblas_sgemm, float)
GEMM(cblas_dgemm, double)
