/** The part of a room that a store's settings need; rooms belong to a higher feature. */
export interface NamedRoom {
  readonly id: string;
  readonly name: string;
}
