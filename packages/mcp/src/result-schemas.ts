import { CheckV1, TransferV1, WithdrawalAttemptV1 } from '@assay/contracts/v1';
import type { JsonSchemaType } from '@modelcontextprotocol/server';
import { z } from 'zod';

const { evidence, ...check } = CheckV1.shape;
const { evidence: _ofTransfer, ...transfer } = TransferV1.shape;
const Direction = evidence.unwrap().unwrap().shape.incoming.meta({ id: 'Direction' });
const sides = { incoming: Direction.optional(), outgoing: Direction.optional() };

/** What tools answer, as the contracts of the public API say it. Evidence has a tool of its own. */
export const CHECK = openSchema(check, CheckV1.meta());
export const TRANSFER = openSchema(transfer, TransferV1.meta());
export const WITHDRAWAL_ATTEMPT = openSchema(WithdrawalAttemptV1.shape, WithdrawalAttemptV1.meta());
export const EVIDENCE = openSchema({ check_id: z.string(), ...sides });

/** New fields and new codes are no new version of the API: objects are open, and the codes of today are examples. */
function openSchema(shape: z.core.$ZodShape, { examples }: z.GlobalMeta = {}): JsonSchemaType {
  const answer = z.object(shape).meta(examples === undefined ? {} : { examples });
  const { $schema: _dialect, ...schema } = z.toJSONSchema(answer, {
    override: ({ jsonSchema: part }) => {
      if (part.additionalProperties === false) delete part.additionalProperties;
      // They say what the format and the type say already, at length.
      if (part.format !== undefined) delete part.pattern;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.type === 'string' && part.enum !== undefined) {
        part.examples = part.enum;
        delete part.enum;
      }
    },
  });
  // By its text: both libraries have a type of their own for the same schemas.
  return JSON.parse(JSON.stringify(schema));
}
