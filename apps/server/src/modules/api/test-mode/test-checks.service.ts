import { CHECK_ID, TRANSFER_ID } from '@assay/contracts/v1';
import { resolveSubject } from '../../checks/index.ts';
import type { CheckCalls, TransferCalls } from '../public-api/check-calls.ts';
import { newTestCheck } from './new-test-check.ts';
import { newTestTransfer } from './new-test-transfer.ts';
import { buildTestCalls, type TestChecksDeps } from './test-calls.ts';
import { testResource } from './test-resource.ts';
import { testTransferResource } from './test-transfer-resource.ts';

/** The calls about checks for test keys. */
export function buildTestChecks(deps: TestChecksDeps): CheckCalls {
  return buildTestCalls(deps, {
    object: 'check',
    idForm: CHECK_ID,
    begin: (request, named, createdAt) => newTestCheck(resolveSubject(deps.catalogue, request), named, createdAt),
    resource: testResource,
    endOf: (facts, hasResult, data) => ({ ...facts, type: hasResult ? 'check.completed' : 'check.failed', data }),
  });
}

/** The calls about checks of transactions for test keys. */
export function buildTestTransfers(deps: TestChecksDeps): TransferCalls {
  return buildTestCalls(deps, {
    object: 'transfer',
    idForm: TRANSFER_ID,
    begin: (request, named, createdAt) => newTestTransfer(deps.catalogue, request, named, createdAt),
    resource: testTransferResource,
    endOf: (facts, hasResult, data) => ({ ...facts, type: hasResult ? 'transfer.completed' : 'transfer.failed', data }),
  });
}
