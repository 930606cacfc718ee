/** Topics and filters as MQTT 3.1.1 section 4.7 defines them. */

const MOST_CHARACTERS = 300;

/** Whether a topic may be published to: no wildcard, no NUL or other control character, not the broker's own `$…`. */
export function isPlainTopic(topic: string): boolean {
  return (
    topic.length > 0 &&
    topic.length <= MOST_CHARACTERS &&
    !topic.startsWith('$') &&
    !/[#+\u0000-\u001f\u007f-\u009f\ud800-\udfff]/.test(topic)
  );
}

/** Handlers by filter, found by topic in as many steps as the topic has levels. */
export class FilterTree<T> {
  private readonly root = new Level<T>();

  add(filter: string, value: T): void {
    let level = this.root;
    for (const name of filter.split('/')) {
      let next = level.below.get(name);
      if (!next) level.below.set(name, (next = new Level<T>()));
      level = next;
    }
    level.values.add(value);
  }

  /** Returns true when no handler is left on this filter. */
  remove(filter: string, value: T): boolean {
    const way: [Level<T>, string][] = [];
    let level: Level<T> | undefined = this.root;
    for (const name of filter.split('/')) {
      way.push([level, name]);
      level = level.below.get(name);
      if (!level) return true;
    }
    level.values.delete(value);
    const isFree = level.values.size === 0;
    for (const [above, name] of way.reverse()) {
      const last = above.below.get(name);
      if (!last || last.values.size > 0 || last.below.size > 0) break;
      above.below.delete(name);
    }
    return isFree;
  }

  match(topic: string): Set<T> {
    const found = new Set<T>();
    collect(this.root, topic.split('/'), 0, found);
    return found;
  }
}

class Level<T> {
  readonly below = new Map<string, Level<T>>();
  readonly values = new Set<T>();
}

function collect<T>(level: Level<T>, names: readonly string[], at: number, found: Set<T>): void {
  // A wildcard at the start does not reach the broker's own topics.
  const isHidden = at === 0 && names[0]?.startsWith('$') === true;
  if (!isHidden) for (const value of level.below.get('#')?.values ?? []) found.add(value);
  const name = names[at];
  if (name === undefined) {
    for (const value of level.values) found.add(value);
    return;
  }
  const exact = level.below.get(name);
  if (exact) collect(exact, names, at + 1, found);
  const any = isHidden ? undefined : level.below.get('+');
  if (any) collect(any, names, at + 1, found);
}
