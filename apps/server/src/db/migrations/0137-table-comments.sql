-- What one row of each table is, and the module that alone writes to it: `npm run architecture` writes the documents from these
-- comments.
comment on table backups is
  'db: a run of `backup-push` or `restore-drill`, with its fault or its figures';
comment on table events is
  'events: a published event; the sequencer sets its `position` after the commit';
comment on table event_sequence is
  'events: the only row: the last position, and the epoch that positions belong to; a restore begins a new one';
comment on table events_floor is
  'events: the only row: the position up to which old events were deleted';
comment on table jobs is
  'jobs: a job with its due time, its attempts and the lease of the process that runs it';
comment on table job_peers is
  'jobs: a peer that did not answer in time, and until when its jobs are suspended';
comment on table idempotency_keys is
  'http: the idempotency key of a request, and the stored reply';
comment on table audit_log is
  'modules/audit: a change with its actor, linked to the one before it by its hash';
comment on table audit_heads is
  'modules/audit: the end of a product''s hash chain; its lock serialises the appends';
comment on table audit_verifications is
  'modules/audit: a verification of the chain and its result';
comment on table personal_keys is
  'modules/personal-data: an encryption key that was used, with a proof that recognizes it';
comment on table personal_data_terms is
  'modules/personal-data: the retention time of guests'' data in a product';
comment on table personal_data_erasures is
  'modules/personal-data: the date up to which a store''s guests are erased';
comment on table users is
  'modules/accounts: a person of a product, also one whose request for an account is undecided';
comment on table user_stores is
  'modules/accounts: a store that is assigned to a person';
comment on table right_changes is
  'modules/accounts: a right that was given, changed or withdrawn; triggers write it';
comment on table sessions is
  'modules/accounts: a sign-in of a person';
comment on table session_activity is
  'modules/accounts: the last activity of a session';
comment on table session_epoch is
  'modules/accounts: the only row: a number that every change of the validity of a session increments';
comment on table sign_in_rules is
  'modules/accounts: a product''s rules for second factors and idle sessions';
comment on table sign_in_failures is
  'modules/accounts: a failed sign-in, for the limits by account and by address';
comment on table sign_in_challenges is
  'modules/accounts: a sign-in with a correct password that waits for the second factor';
comment on table second_factors is
  'modules/accounts: the second factor of a person, with its sealed secret';
comment on table recovery_codes is
  'modules/accounts: the hash of a recovery code, valid once';
comment on table known_devices is
  'modules/accounts: a browser that a person has signed in with, as a keyed hash';
comment on table password_resets is
  'modules/accounts: the latest reset link or invitation of a person';
comment on table sign_up_attempts is
  'modules/accounts: a request for an account, for the limit by address';
comment on table repeated_sign_ups is
  'modules/accounts: a request for an account with an e-mail that has one already, as keyed hashes';
comment on table api_keys is
  'modules/channels: the API key of a channel, with the hash of its secret';
comment on table api_key_uses is
  'modules/channels: the requests of an API key in its latest minute (unlogged)';
comment on table products is
  'modules/stores: a chain of stores';
comment on table stores is
  'modules/stores: a store with all its settings';
comment on table closures is
  'modules/stores: a period in which a store or some of its rooms cannot be booked';
comment on table store_holidays is
  'modules/stores: a store''s own holiday, or a public holiday that it does not observe';
comment on table device_links is
  'modules/devices: the binding of a door or device to its topics, with its last reported state';
comment on table device_odd_members is
  'modules/devices: the members of the messages of a door or device that could not be read, with their last text and their number';
comment on table device_accounts is
  'modules/devices: an account of a device at the embedded broker, with the hash of its password';
comment on table device_history is
  'modules/devices: a command, or an event that a device reported';
comment on table device_history_steps is
  'modules/devices: a step of a command, or a message that arrived after its end';
comment on table discovered_devices is
  'modules/devices: a device that announced itself';
comment on table device_listeners is
  'modules/devices: the lease of the process that listens to a broker';
comment on table rooms is
  'modules/rooms: a room';
comment on table room_parts is
  'modules/rooms: a room that is part of a joined room';
comment on table room_photos is
  'modules/rooms: a photo of a room in two sizes';
comment on table devices is
  'modules/room-devices: a light, climate unit, sensor or button of a room';
comment on table modes is
  'modules/modes: a preset of device states, of a store or of the whole product';
comment on table mode_runs is
  'modules/modes: the application of a mode to a room';
comment on table mode_run_devices is
  'modules/modes: the state that a run requested of one device, and the state before';
comment on table alarms is
  'modules/alarms: an alarm of a door';
comment on table alarm_watches is
  'modules/alarms: what the review of a door''s alarms remembers until the next review';
comment on table doors is
  'modules/doors: a door with its settings and its hold';
comment on table emergencies is
  'modules/doors: a lockdown or a fire release';
comment on table emergency_doors is
  'modules/doors: a door of an emergency, and the command that it needs';
comment on table price_policies is
  'modules/price-policies: a price policy';
comment on table reservations is
  'modules/reservations: a stay of a guest, or a block, with its price';
comment on table reservation_holds is
  'modules/reservations: a room that a reservation keeps, with its buffer; an exclusion constraint prevents overlaps (RV-2)';
comment on table reservation_events is
  'modules/reservations: an entry in the history of a reservation';
comment on table reservation_series is
  'modules/reservations: the rule of a series of reservations';
comment on table waitlist is
  'modules/reservations: a guest on the waitlist for a room and a period, added by staff or by themselves, with the reservation that they were offered';
comment on table access_reviews is
  'modules/access-codes: when a reservation''s access is reviewed next';
comment on table access_codes is
  'modules/access-codes: the code of a reservation, or a spare code of a door';
comment on table access_code_places is
  'modules/access-codes: a code in one slot of one lock, from loading to deletion';
comment on table access_code_stamps is
  'modules/access-codes: the last write that a lock reported';
comment on table access_pools is
  'modules/access-codes: when the spare codes of a door are reviewed next';
comment on table access_suspensions is
  'modules/access-codes: when the codes of a door are suspended or restored next, because a lockdown began or ended';
comment on table notification_rules is
  'modules/payments: whether a product confirms notifications that need no person';
comment on table payment_providers is
  'modules/payments: a product''s settings and sealed secrets for a payment provider';
comment on table payments is
  'modules/payments: a payment';
comment on table payment_refunds is
  'modules/payments: a refund of a payment';
comment on table provider_payments is
  'modules/payments: the provider''s side of a payment, and when it is reconciled next';
comment on table provider_webhooks is
  'modules/payments: a message of a provider as received, and how it was processed';
comment on table provider_webhook_quotas is
  'modules/payments: how many refused messages a product stored on a day';
comment on table provider_webhook_uses is
  'modules/payments: the messages of an address in its latest minute (unlogged)';
comment on table ledger_transactions is
  'modules/payments: a transaction of the ledger';
comment on table ledger_entries is
  'modules/payments: a line of a transaction: debit above zero, credit below';
comment on table notifications is
  'modules/payments: a payment notification of a store';
comment on table notification_counts is
  'modules/payments: the number of a store''s notifications, and of the unconfirmed ones';
comment on table notification_heads is
  'modules/payments: the time in the latest notification id of a product; its lock keeps ids in the order of commits';
comment on table approval_rules is
  'modules/approvals: which acts of a product need a second person';
comment on table approvals is
  'modules/approvals: a request for the approval of an act';
comment on table deposit_relays is
  'modules/deposits: a phone that reports bank messages';
comment on table deposits is
  'modules/deposits: a bank transfer, with the reservation it was matched with';
comment on table deposit_messages is
  'modules/deposits: a bank message or a line of a bank file as received';
comment on table deposit_rules is
  'modules/deposits: the shape of a bank''s messages that a person taught';
comment on table deposit_file_heads is
  'modules/deposits: the columns that a person chose for files with a head';
comment on table sales_hours is
  'modules/sales: sums of the ledger for an hour, room, method, provider and channel';
comment on table sales_sums is
  'modules/sales: sums for a day, or for an hour, a room or a method of a month';
comment on table sales_sums_narrowed is
  'modules/sales: the same sums for one method, one channel or both';
comment on table settlement_terms is
  'modules/settlement: the royalty and the cycle of a store from a date on';
comment on table settlement_suppliers is
  'modules/settlement: the issuer of a product''s tax invoices and statements';
comment on table settlement_payees is
  'modules/settlement: the representative of a store, and the account that its payouts go to';
comment on table settlements is
  'modules/settlement: a settlement period of a store';
comment on table settlement_entries is
  'modules/settlement: a transaction of the ledger that a period contains';
comment on table settlement_adjustments is
  'modules/settlement: a correction outside of sales';
comment on table settlement_comments is
  'modules/settlement: a comment on a line of a settlement';
comment on table settlement_versions is
  'modules/settlement: a draft that was shared, or the version that the period was closed with';
comment on table room_stages is
  'modules/automation: the stage of a room according to its reservations';
comment on table stage_reviews is
  'modules/automation: when the rooms of a reservation are reviewed next';
comment on table guest_reviews is
  'modules/automation: when a guest''s stay is reviewed next for entry checks and extension offers';
comment on table readiness_checks is
  'modules/readiness: the result of an entry check before a start';
comment on table extension_offers is
  'modules/automation: extensions that a guest was offered, or the reason why none was offered';
comment on table overruns is
  'modules/automation: a guest who is still in the room after the end of the stay';
comment on table help_desk_cases is
  'modules/help-desk: the help that a person gave to a guest, or the request of the guest';
comment on table guest_help_notes is
  'modules/help-desk: what a guest wrote when they asked for help, or a photo of theirs, encrypted';
comment on table guest_answers is
  'modules/help-desk: what a person wrote to a guest who asked for help, encrypted';
comment on table stay_ratings is
  'modules/guest-access: the rating of a stay by its guest, with an encrypted remark; at most one per reservation';
comment on table accepted_terms is
  'modules/guest-access: the terms that a guest accepted with an online booking, as the page showed them';
comment on table guest_tokens is
  'modules/guest-access: the access token of a guest, with its hash and the mark of the key that derives it; at most one per reservation and key is valid; the mark of the first device, and since when others use the link';
comment on table calendar_feeds is
  'modules/calendar-feeds: a calendar feed of a store or a room, with the hash of its secret';
comment on table channel_payments is
  'modules/channels: a payment that a channel collected from its guest, with the channel''s reference';
comment on table channel_statements is
  'modules/channels: the monthly statement of a channel for a period';
comment on table channel_statement_lines is
  'modules/channels: what a statement says of one payment';
comment on table channel_reservations is
  'modules/channels: a reservation that a channel created, with the channel''s own id';
comment on table webhook_endpoints is
  'modules/webhooks: an endpoint of the chain''s own systems';
comment on table webhook_deliveries is
  'modules/webhooks: a message to an endpoint, with its attempts';
comment on table push_keys is
  'modules/push: the only row: the key pair that signs push messages';
comment on table push_place is
  'modules/push: the only row: the event position up to which push messages were created';
comment on table push_subscriptions is
  'modules/push: the push subscription of a browser';
comment on table push_notices is
  'modules/push: a subject of which a browser is still to be notified';
comment on table push_turns is
  'modules/push: the message that is being built for a browser';
comment on table message_providers is
  'modules/messages: how a provider of a product''s messages is reached, with its encrypted secret, and whether it answers';
comment on table message_senders is
  'modules/messages: the sender and the quiet hours of a store';
comment on table message_templates is
  'modules/messages: a version of a template; version 0 is in the program';
comment on table messages is
  'modules/messages: a message to a guest: its cause, times, state and encrypted text';
comment on table message_opt_outs is
  'modules/messages: a kind of messages that a phone number of the product refuses';
comment on table message_attempts is
  'modules/messages: an attempt to send a message through one channel';
comment on table on_call_rules is
  'modules/on-call: the on-call rules of a store';
comment on table incidents is
  'modules/on-call: something that needs or needed a person';
comment on table incident_notices is
  'modules/on-call: a notice of one step of an incident to one person on one channel';
comment on table add_ons is
  'modules/add-ons: what guests can add to a stay at a price';
comment on table coupons is
  'modules/coupons: a coupon of a chain with its terms';
comment on table coupon_claims is
  'modules/coupons: what a store claims from head office for the discount of a stay, with the decision of head office (decision 090)';
comment on table coupon_uses is
  'modules/coupons: a stay with a coupon, with the keyed hash of the phone, until the guest is erased or a week after the coupon has ended';
comment on table solved_challenges is
  'modules/booking: a challenge of the proof of work that was solved, so that it is accepted once; for a day';
comment on table phone_codes is
  'modules/booking: a code that was sent to the phone of a guest, as keyed hashes, for a day';
comment on table online_bookings is
  'modules/booking: a reservation that a guest made online, with keyed hashes of phone, address and request, for a day';
comment on table door_displays is
  'modules/displays: the tablet at the door of a room, with the hash of its token and when it was last seen';
comment on table staff_messages is
  'modules/staff-messages: a message to a person of the product, or to a phone or an address without one (a code, a place on the waitlist), with its encrypted text until it ends';
