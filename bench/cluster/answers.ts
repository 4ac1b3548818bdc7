import type { Visitor } from '../checks/visitors.ts';
import { type Client, postCheck } from '../drills/client.ts';

interface Result {
  readonly data: { readonly asset: Readonly<Record<string, unknown>> };
}

export interface Checked {
  readonly subId: string;
  readonly isCharged: boolean;
  readonly ms: number;
}

/** One check, asked for again until it is answered; null where it ended without a result. */
export async function check(
  client: Client,
  url: () => string,
  visitor: Visitor,
  address: string,
  key: string,
): Promise<Checked | null> {
  const startedAt = performance.now();
  const { status, subId, isCharged } = await postCheck(client, url, visitor, address, { key });
  return status === 200 && subId !== null ? { subId, isCharged, ms: performance.now() - startedAt } : null;
}

/**
 * What a result says, without what differs between two checks of the same: id and time, and the version of the label
 * set, which labels of other assets change too.
 */
export async function saidBy(client: Client, url: string, visitor: Visitor, subId: string): Promise<string> {
  for (;;) {
    const { status, text } = await client.ask(`${url}/api/monitor/check/${subId}`, {
      headers: { authorization: visitor.authorization },
    });
    if (status === 200) {
      const {
        sub_id: _id,
        created_at: _time,
        label_set_version: _labels,
        ...rest
      } = (JSON.parse(text) as Result).data.asset;
      return JSON.stringify(rest);
    }
    if (status !== 0 && status !== 503 && status !== 429 && status !== 502)
      throw new Error(`A result answers ${status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
