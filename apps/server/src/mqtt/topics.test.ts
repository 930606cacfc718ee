import { describe, expect, it } from 'vitest';
import { FilterTree, isPlainTopic } from './topics.ts';

describe('matching of MQTT topics', () => {
  it('finds every filter that matches a topic, and no others', () => {
    const tree = new FilterTree<string>();
    for (const filter of ['a/b', 'a/+', 'a/#', '#', '+/b/c', 'a/b/c', '+/+', '/a']) tree.add(filter, filter);
    expect([...tree.match('a/b')].sort()).toEqual(['#', '+/+', 'a/#', 'a/+', 'a/b']);
    expect([...tree.match('a')].sort()).toEqual(['#', 'a/#']);
    expect([...tree.match('x/b/c')].sort()).toEqual(['#', '+/b/c']);
    expect([...tree.match('/a')].sort()).toEqual(['#', '+/+', '/a']);
  });

  it('excludes the broker’s own topics from wildcards', () => {
    const tree = new FilterTree<string>();
    for (const filter of ['#', '+/x', '$SYS/x']) tree.add(filter, filter);
    expect([...tree.match('$SYS/x')]).toEqual(['$SYS/x']);
  });

  it('returns true when the last handler of a filter is removed', () => {
    const tree = new FilterTree<string>();
    tree.add('a/+', 'one');
    tree.add('a/+', 'two');
    expect(tree.remove('a/+', 'one')).toBe(false);
    expect(tree.remove('a/+', 'two')).toBe(true);
    expect(tree.match('a/b').size).toBe(0);
    expect(tree.remove('never/there', 'one')).toBe(true);
  });

  it('refuses names that cannot be published to', () => {
    expect(isPlainTopic('playroom/gangnam/front/lock/command')).toBe(true);
    for (const bad of ['', 'a/+/b', 'a/#', '$SYS/x', 'a\u0000b', 'x'.repeat(301), 'a\ud800'])
      expect(isPlainTopic(bad)).toBe(false);
  });
});
