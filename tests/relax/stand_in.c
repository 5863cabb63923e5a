/* The two functions of CBLAS that the generator `blas` calls, for machines without OpenBLAS: row-major only.
   Below them the one of oneDNN that `onednn` calls. */
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

/* oneDNN's function, with its status: invalid arguments (2) are a step that is too small, and 77 rows. */
int dnnl_sgemm(char turn_a, char turn_b, long m, long n, long k, float alpha, const float *a, long lda, const float *b,
               long ldb, float beta, float *c, long ldc) {
    if (lda < (turn_a == 'T' ? m : k) || ldb < (turn_b == 'T' ? k : n) || ldc < n || ldc < 1 || m == 77) return 2;
    cblas_sgemm(101, turn_a == 'T' ? 112 : 111, turn_b == 'T' ? 112 : 111, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    return 0;
}
