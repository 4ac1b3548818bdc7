/** The call of planned payments, apart from the client so that no first page carries it. */
import { objectOf } from './answer.ts';
import type { PlannedData, PlannedRequest } from './monitor/check-planned.ts';
import type { Sender } from './survey-client.ts';

/** POST /monitor/check-planned, over any client: rates a payment before it happens. */
export async function checkPlanned<Signal>(
  { send }: Sender<Signal>,
  request: PlannedRequest,
  options?: { readonly signal?: Signal },
): Promise<PlannedData> {
  const data = await send('POST', '/monitor/check-planned', request, options);
  return objectOf<PlannedData>(data, { result: 'object', checks: 'array' });
}
