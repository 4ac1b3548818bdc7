/** Whether the site answers at all, for what is better said than left to the browser's own error page. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
