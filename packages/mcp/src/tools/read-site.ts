const MAX_BYTES = 4_000_000;

/** What the site of the service publishes at a path, without a key; null where it answers anything but a success. */
export async function readSite(url: string, path: string, signal: AbortSignal): Promise<string | null> {
  let answer: Response;
  try {
    answer = await fetch(new URL(path, url), { signal, redirect: 'error' });
  } catch (error) {
    // `fetch` throws it for every failure of the connection.
    if (error instanceof TypeError) return null;
    throw error;
  }
  if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > MAX_BYTES) return null;
  return answer.text();
}
