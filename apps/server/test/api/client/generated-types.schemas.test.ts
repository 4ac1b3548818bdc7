import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../../support/auth-app.ts';

const server = useAuthApp();
const SCHEMAS = fileURLToPath(new URL('../../../../../packages/mcp/src/generated/result-schemas.ts', import.meta.url));
const HEAD = '// UPDATE_CLIENT=1 npm run unit -- generated-types makes this of the document of the public API.\n';
const REF = '#/components/schemas/';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type CheckSchema = { [name: string]: Json } & {
  properties: { evidence: { anyOf: [{ properties: { incoming: Json } }, Json] }; [name: string]: Json };
};

/** A schema of the document on its own: what it refers to is under `$defs`. */
function alone(schemas: Readonly<Record<string, Json>>, schema: Json): Json {
  const used = new Map<string, Json>();
  const root = open(schema);
  return used.size === 0 || root === null || typeof root !== 'object' || Array.isArray(root)
    ? root
    : { ...root, $defs: Object.fromEntries(used) };

  function open(part: Json): Json {
    if (Array.isArray(part)) return part.map(open);
    if (part === null || typeof part !== 'object') return part;
    const ref = part['$ref'];
    if (typeof ref === 'string') return { $ref: `#/$defs/${define(ref.slice(REF.length))}` };
    const entries = Object.entries(part).filter(([name, value]) => !isLeftOut(name, value, part));
    const opened = Object.fromEntries(entries.map(([name, value]) => [name, open(value)]));
    return opened['enum'] === undefined || opened['type'] !== 'string' ? opened : withNewCodes(opened);
  }

  function define(name: string): string {
    if (used.has(name)) return name;
    // Set before it is opened: a schema may refer to itself.
    used.set(name, {});
    used.set(name, open(schemas[name] ?? {}));
    return name;
  }
}

/** Closed objects would refuse new fields; the others say what the type says already, at length. */
function isLeftOut(name: string, value: Json, part: { [name: string]: Json }): boolean {
  if (name === 'additionalProperties') return value === false;
  if (name === 'pattern') return part['format'] !== undefined;
  return (name === 'maximum' || name === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** New fields and new codes are no new version of the API: what is listed today is an example. */
function withNewCodes({ enum: codes, ...schema }: { [name: string]: Json }): Json {
  return { ...schema, examples: codes ?? [] };
}

async function generatedSchemas(): Promise<string> {
  const { text } = await server.client().get('/api/v1/openapi.json');
  const { schemas } = JSON.parse(text).components as { schemas: Record<string, CheckSchema> };
  const { Check: whole, Transfer: transfer, WithdrawalAttempt: attempt } = schemas;
  if (whole === undefined || transfer === undefined || attempt === undefined) throw new Error('A schema is missing');
  const { evidence, ...properties } = whole.properties;
  const { evidence: _left, ...ofTransfer } = transfer.properties;
  const direction = evidence.anyOf[0].properties.incoming;
  const sides = { incoming: { $ref: `${REF}Direction` }, outgoing: { $ref: `${REF}Direction` } };
  const ofCheck = { type: 'object', properties: { check_id: { type: 'string' }, ...sides }, required: ['check_id'] };
  return [
    HEAD,
    `export const CHECK = ${JSON.stringify(alone(schemas, { ...whole, properties }), null, 2)} as const;\n`,
    `export const TRANSFER = ${JSON.stringify(alone(schemas, { ...transfer, properties: ofTransfer }), null, 2)} as const;\n`,
    `export const WITHDRAWAL_ATTEMPT = ${JSON.stringify(alone(schemas, attempt), null, 2)} as const;\n`,
    `export const EVIDENCE = ${JSON.stringify(alone({ ...schemas, Direction: direction }, ofCheck), null, 2)} as const;\n`,
  ].join('\n');
}

describe('the schemas of the MCP server', () => {
  it('are those of the document', async () => {
    const made = await generatedSchemas();
    if (process.env['UPDATE_CLIENT'] === '1') writeFileSync(SCHEMAS, made);
    expect(readFileSync(SCHEMAS, 'utf8') === made, 'run UPDATE_CLIENT=1 npm run unit -- generated-types').toBe(true);
  });
});
