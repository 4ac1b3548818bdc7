/**
 * The environment of a program that may hold the records of an asset in memory. Following value through them is mostly
 * waiting for memory at addresses without order; in large pages fewer of those waits are for the page tables. Linux
 * gives large pages on request where it is set up so (`transparent_hugepage` is `madvise`), and glibc requests them
 * when this is set. A value of the operator's own stays; other systems and C libraries ignore it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withLargePages(env) {
  if (process.platform !== 'linux') return env;
  return { ...env, GLIBC_TUNABLES: process.env.GLIBC_TUNABLES ?? 'glibc.malloc.hugetlb=1' };
}
