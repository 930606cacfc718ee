import type { Capability } from '@munjigi/contract/roles';
import type { ComponentType } from 'react';

/** A screen below `/dashboard`. A feature lists its screens in `<feature>.screens.ts`, from which the router is made. */
export interface ScreenDefinition {
  /** The path below `/dashboard`, as the router writes it: `room/:id/edit`. */
  readonly path: string;
  /** The capability that a person needs (AC-4). Every signed-in person opens a screen without one. */
  readonly needs?: Capability;
  /**
   * The namespaces of its texts, which load beside its code; without those of parts that load their own code after a
   * click. `tools/screen-texts.test.ts` compares them with the code.
   */
  readonly texts: readonly string[];
  /** Made with MUI, whose code then loads in parallel. */
  readonly isMui?: boolean;
  readonly load: () => Promise<ComponentType>;
}
