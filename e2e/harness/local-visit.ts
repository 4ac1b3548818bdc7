/** The cookie that identifies a browser of the operator, in Playwright's format. */
export interface LocalCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict';
}

/** Opens the link that a product printed, as its reader would. Each link works once. */
export async function openPrintedLink(link: string): Promise<LocalCookie> {
  const answer = await askUntilServed(link);
  const [, name, value] = /^(assay_local_\d+)=([\w-]+);/.exec(answer.headers.getSetCookie()[0] ?? '') ?? [];
  if (name === undefined || value === undefined) throw new Error(`The printed link answered ${answer.status}`);
  const domain = new URL(link).hostname;
  return { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' };
}

/** The product of `ASSAY_JOURNEY_URL`: with its newest printed link, what only a local visit may do works too. */
export async function openRunning(address: string): Promise<{ url: string; localCookie: LocalCookie | null }> {
  const { origin, searchParams } = new URL(address);
  return { url: origin, localCookie: searchParams.has('local') ? await openPrintedLink(address) : null };
}

const SERVED_WITHIN_MS = 60_000;

/** A product that has just started is busy with its data, and says with 503 when to ask again; nothing was done then. */
async function askUntilServed(link: string): Promise<Response> {
  const deadline = Date.now() + SERVED_WITHIN_MS;
  for (;;) {
    const answer = await fetch(link, { redirect: 'manual' });
    if (answer.status !== 503 || Date.now() > deadline) return answer;
    await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(answer.headers.get('retry-after') ?? 1)));
  }
}
