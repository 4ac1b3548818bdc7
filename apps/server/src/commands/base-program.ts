import { assayProgram } from '@assay/command';
import type { Command } from 'commander';
import { PRODUCT_VERSION } from '../platform/kernel/product-version.ts';

/** `assay` as an installation has it, without its commands. */
export function baseProgram(): Command {
  return assayProgram(PRODUCT_VERSION).option(
    '--create',
    'make a database where there is none; otherwise only serve and backup restore do',
  );
}
