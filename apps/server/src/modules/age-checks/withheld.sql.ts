/**
 * An SQL condition for whether the guest of the reservation `r` gets no code and opens no door, because the stay is for
 * adults and they have not been checked (AG-7). A guest in the room was let in by staff.
 */
export const WITHHELD_OF_R = `(r.state = 'CONFIRMED' and exists (select from age_requirements n
  where n.store_id = r.store_id and n.id = r.id and n.met_at is null))`;
