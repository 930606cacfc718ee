/** What a store's settings need to know of its rooms, which are of a feature above. */
export interface NamedRoom {
  readonly id: string;
  readonly name: string;
}
