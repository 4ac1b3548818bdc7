import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Call {
  readonly values: Readonly<Record<string, unknown>>;
  /** Files of a multipart request by the name they are attached under. */
  readonly files: ReadonlyMap<string, UploadedFile>;
}

const BODY_MAX_BYTES = 50 * 1024 * 1024;

/** Parameters of a call, in any of the four ways the Bot API takes them: query, form, JSON, multipart. */
export async function readCall(request: IncomingMessage, query: URLSearchParams): Promise<Call> {
  const body = await bodyOf(request);
  const type = request.headers['content-type'] ?? '';
  const values: Record<string, unknown> = Object.fromEntries([...query].map(([name, text]) => [name, loosely(text)]));
  const files = new Map<string, UploadedFile>();
  if (body.length === 0) return { values, files };
  if (type.startsWith('application/json')) {
    return { values: { ...values, ...(JSON.parse(body.toString('utf8')) as Record<string, unknown>) }, files };
  }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  for (const [name, value] of form) {
    if (typeof value === 'string') values[name] = loosely(value);
    else files.set(name, { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) });
  }
  return { values, files };
}

/** Forms carry objects as JSON text; what does not read as an object or a number stays text. */
function loosely(text: string): unknown {
  if (!/^\s*[[{]|^-?\d{1,15}$|^(true|false)$/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > BODY_MAX_BYTES) throw new Refusal(413, 'Request Entity Too Large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
