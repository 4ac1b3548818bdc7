/** Reads sources as trees of syntax, as @swc/core gives them, so that a check does not depend on how a line is written. */
import { parseSync } from '@swc/core';

/** A part of a source; what else it has depends on its `type`. */
export interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** @param isPage the text may contain elements, as a file *.tsx does */
export function treeOf(text: string, isPage = false): unknown {
  return parseSync(text, { syntax: 'typescript', target: 'es2024', tsx: isPage });
}

/** Every node of a value, outer ones first. */
export function* nodesIn(value: unknown): Generator<Node> {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (isNode(next)) yield next;
    waiting.push(...Object.values(next).toReversed());
  }
}

/** The nodes that a property of a node consists of. */
export function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The name of an identifier, or of a text that is used as a name; null for anything else. */
export function nameOf(node: unknown): string | null {
  return isNode(node) && typeof node['value'] === 'string' ? node['value'] : null;
}
