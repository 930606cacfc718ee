-- The schema that the migrations beside this file produce, for reading: the server runs the migrations only.
-- `npm run schema` writes this file; docs/schema.md explains it.

CREATE EXTENSION btree_gist;

GRANT USAGE ON SCHEMA public TO PUBLIC, munjigi_app, munjigi_guest, munjigi_system;

CREATE TABLE accepted_terms (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  language text NOT NULL,
  terms text NOT NULL,
  accepted_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT accepted_terms_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT accepted_terms_store_id_reservation_id_key UNIQUE (store_id, reservation_id),
  CONSTRAINT accepted_terms_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT accepted_terms_language_check CHECK (language = ANY (ARRAY['ko'::text, 'en'::text])),
  CONSTRAINT accepted_terms_terms_check CHECK (length(terms) >= 1 AND length(terms) <= 4000)
);
COMMENT ON TABLE accepted_terms IS 'modules/guest-access: the terms that a guest accepted with an online booking, as the page showed them';
ALTER TABLE accepted_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE accepted_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON accepted_terms FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_terms ON accepted_terms FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND reservation_id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON accepted_terms TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON accepted_terms TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, id, reservation_id, language, terms, accepted_at) ON accepted_terms TO munjigi_guest;

CREATE TABLE access_code_places (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  code_id uuid NOT NULL,
  reservation_id uuid,
  door_id uuid NOT NULL,
  link_id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  opens_at timestamp(3) with time zone NOT NULL,
  closes_at timestamp(3) with time zone NOT NULL,
  is_wanted boolean DEFAULT true NOT NULL,
  acknowledged text DEFAULT 'ABSENT'::text NOT NULL,
  acknowledged_at timestamp(3) with time zone,
  slot integer,
  pushed text,
  push_until timestamp(3) with time zone,
  is_written boolean DEFAULT false NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  retry_at timestamp(3) with time zone,
  error text,
  due_at timestamp(3) with time zone,
  gone_at timestamp(3) with time zone,
  CONSTRAINT access_code_places_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT access_code_places_store_id_code_id_fkey FOREIGN KEY (store_id, code_id) REFERENCES access_codes(store_id, id),
  CONSTRAINT access_code_places_store_id_door_id_fkey FOREIGN KEY (store_id, door_id) REFERENCES doors(store_id, id),
  CONSTRAINT access_code_places_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT access_code_places_acknowledged_check CHECK (acknowledged = ANY (ARRAY['ABSENT'::text, 'DISABLED'::text, 'ENABLED'::text, 'UNKNOWN'::text])),
  CONSTRAINT access_code_places_check CHECK (opens_at < closes_at),
  CONSTRAINT access_code_places_check1 CHECK ((pushed IS NULL) = (push_until IS NULL)),
  CONSTRAINT access_code_places_check2 CHECK (pushed IS NULL OR slot IS NOT NULL),
  CONSTRAINT access_code_places_error_check CHECK (error = ANY (ARRAY['DEVICE_OFFLINE'::text, 'BROKER_UNREACHABLE'::text, 'NO_ANSWER'::text, 'NO_PLACE_FREE'::text, 'SEND_FAILED'::text])),
  CONSTRAINT access_code_places_pushed_check CHECK (pushed = ANY (ARRAY['ABSENT'::text, 'DISABLED'::text, 'ENABLED'::text]))
);
COMMENT ON TABLE access_code_places IS 'modules/access-codes: a code in one slot of one lock, from loading to deletion';
CREATE INDEX access_code_places_code ON access_code_places USING btree (store_id, code_id) WHERE gone_at IS NULL;
CREATE INDEX access_code_places_due ON access_code_places USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX access_code_places_link ON access_code_places USING btree (store_id, link_id) WHERE gone_at IS NULL;
CREATE UNIQUE INDEX access_code_places_pushed ON access_code_places USING btree (store_id, link_id) WHERE pushed IS NOT NULL;
CREATE INDEX access_code_places_reservation ON access_code_places USING btree (store_id, reservation_id);
CREATE UNIQUE INDEX access_code_places_slot ON access_code_places USING btree (store_id, link_id, slot) WHERE gone_at IS NULL AND slot IS NOT NULL;
CREATE UNIQUE INDEX access_code_places_unique ON access_code_places USING btree (store_id, link_id, fingerprint) WHERE gone_at IS NULL;
CREATE TRIGGER access_code_places_queue_message AFTER UPDATE OF acknowledged ON access_code_places FOR EACH ROW WHEN ((new.acknowledged = ANY (ARRAY['DISABLED'::text, 'ENABLED'::text])) AND (old.acknowledged <> ALL (ARRAY['DISABLED'::text, 'ENABLED'::text])) AND new.reservation_id IS NOT NULL AND new.is_wanted) EXECUTE FUNCTION queue_code_message();
ALTER TABLE access_code_places ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_code_places FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON access_code_places FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON access_code_places FOR SELECT TO munjigi_system
  USING (due_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY own_code ON access_code_places FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND (code_id IN ( SELECT access_codes.id
   FROM access_codes)));
CREATE POLICY store_rows ON access_code_places TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON access_code_places TO munjigi_app, munjigi_system;
GRANT SELECT ON access_code_places TO munjigi_guest;

CREATE TABLE access_code_stamps (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  set_stamp text,
  cleared_stamp text,
  CONSTRAINT access_code_stamps_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT access_code_stamps_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES device_links(store_id, id)
);
COMMENT ON TABLE access_code_stamps IS 'modules/access-codes: the last write that a lock reported';
ALTER TABLE access_code_stamps ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_code_stamps FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON access_code_stamps FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON access_code_stamps TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON access_code_stamps TO munjigi_app, munjigi_system;

CREATE TABLE access_codes (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid,
  sealed bytea,
  made_at timestamp(3) with time zone NOT NULL,
  told_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  spare_door_id uuid,
  given_to uuid,
  given_at timestamp(3) with time zone,
  CONSTRAINT access_codes_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT access_codes_store_id_given_to_fkey FOREIGN KEY (store_id, given_to) REFERENCES reservations(store_id, id),
  CONSTRAINT access_codes_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT access_codes_store_id_spare_door_id_fkey FOREIGN KEY (store_id, spare_door_id) REFERENCES doors(store_id, id),
  CONSTRAINT access_codes_check CHECK ((sealed IS NULL) = (withdrawn_at IS NOT NULL)),
  CONSTRAINT access_codes_check1 CHECK ((reservation_id IS NULL) = (spare_door_id IS NOT NULL)),
  CONSTRAINT access_codes_check2 CHECK (given_to IS NULL OR spare_door_id IS NOT NULL),
  CONSTRAINT access_codes_check3 CHECK ((given_to IS NULL) = (given_at IS NULL))
);
COMMENT ON TABLE access_codes IS 'modules/access-codes: the code of a reservation, or a spare code of a door';
CREATE UNIQUE INDEX access_codes_given ON access_codes USING btree (store_id, given_to, spare_door_id) WHERE given_to IS NOT NULL AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX access_codes_present ON access_codes USING btree (store_id, reservation_id) WHERE withdrawn_at IS NULL;
CREATE INDEX access_codes_spare ON access_codes USING btree (store_id, spare_door_id) WHERE spare_door_id IS NOT NULL AND withdrawn_at IS NULL;
CREATE TRIGGER access_codes_given_once BEFORE UPDATE OF given_to ON access_codes FOR EACH ROW WHEN (old.given_to IS NOT NULL AND new.given_to IS DISTINCT FROM old.given_to) EXECUTE FUNCTION keep_given_code();
CREATE TRIGGER access_codes_queue_message AFTER UPDATE OF given_to ON access_codes FOR EACH ROW WHEN (old.given_to IS NULL AND new.given_to IS NOT NULL) EXECUTE FUNCTION queue_spare_code_message();
ALTER TABLE access_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON access_codes FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_code ON access_codes FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND (reservation_id = (( SELECT actor_reservation() AS actor_reservation)) OR given_to = (( SELECT actor_reservation() AS actor_reservation))));
CREATE POLICY store_rows ON access_codes TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON access_codes TO munjigi_app, munjigi_system;
GRANT SELECT ON access_codes TO munjigi_guest;

CREATE TABLE access_pools (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  size smallint,
  due_at timestamp(3) with time zone,
  CONSTRAINT access_pools_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT access_pools_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES doors(store_id, id),
  CONSTRAINT access_pools_size_check CHECK (size >= 0 AND size <= 5)
);
COMMENT ON TABLE access_pools IS 'modules/access-codes: when the spare codes of a door are reviewed next';
CREATE INDEX access_pools_due ON access_pools USING btree (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE access_pools ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_pools FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON access_pools FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON access_pools FOR SELECT TO munjigi_system
  USING (due_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON access_pools TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON access_pools TO munjigi_app, munjigi_system;

CREATE TABLE access_reviews (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  due_at timestamp(3) with time zone,
  CONSTRAINT access_reviews_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT access_reviews_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES reservations(store_id, id)
);
COMMENT ON TABLE access_reviews IS 'modules/access-codes: when a reservation''s access is reviewed next';
CREATE INDEX access_reviews_due ON access_reviews USING btree (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE access_reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON access_reviews FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON access_reviews FOR SELECT TO munjigi_system
  USING (due_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON access_reviews TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON access_reviews TO munjigi_app, munjigi_system;

CREATE TABLE access_suspensions (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  due_at timestamp(3) with time zone,
  CONSTRAINT access_suspensions_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT access_suspensions_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES doors(store_id, id)
);
COMMENT ON TABLE access_suspensions IS 'modules/access-codes: when the codes of a door are suspended or restored next, because a lockdown began or ended';
CREATE INDEX access_suspensions_due ON access_suspensions USING btree (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE access_suspensions ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_suspensions FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON access_suspensions FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON access_suspensions FOR SELECT TO munjigi_system
  USING (due_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON access_suspensions TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON access_suspensions TO munjigi_app, munjigi_system;

CREATE TABLE add_ons (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  unit text NOT NULL,
  amount bigint NOT NULL,
  max_quantity integer NOT NULL,
  room_ids uuid[] NOT NULL,
  is_offered boolean NOT NULL,
  sort_order integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT add_ons_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT add_ons_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT add_ons_amount_check CHECK (amount >= 0 AND amount <= 10000000),
  CONSTRAINT add_ons_description_check CHECK (length(description) <= 200),
  CONSTRAINT add_ons_max_quantity_check CHECK (max_quantity >= 1 AND max_quantity <= 99),
  CONSTRAINT add_ons_name_check CHECK (length(name) <= 60),
  CONSTRAINT add_ons_unit_check CHECK (unit = ANY (ARRAY['STAY'::text, 'HOUR'::text]))
);
COMMENT ON TABLE add_ons IS 'modules/add-ons: what guests can add to a stay at a price';
CREATE INDEX add_ons_id ON add_ons USING btree (id);
ALTER TABLE add_ons ENABLE ROW LEVEL SECURITY;
ALTER TABLE add_ons FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON add_ons FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON add_ons TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON add_ons TO munjigi_app, munjigi_system;

CREATE TABLE age_check_attempts (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid,
  contact_mark bytea NOT NULL,
  basis text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  CONSTRAINT age_check_attempts_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT age_check_attempts_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT age_check_attempts_basis_check CHECK (basis = ANY (ARRAY['BIRTHDAY_18'::text, 'YOUTH_ACT'::text, 'BIRTHDAY_19'::text]))
);
COMMENT ON TABLE age_check_attempts IS 'modules/identity-checks: an identity check that a guest has begun, kept for a day';
CREATE INDEX age_check_attempts_contact ON age_check_attempts USING btree (store_id, contact_mark, started_at);
CREATE INDEX age_check_attempts_started ON age_check_attempts USING btree (started_at);
ALTER TABLE age_check_attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE age_check_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON age_check_attempts FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON age_check_attempts TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY sweep ON age_check_attempts TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
GRANT SELECT, INSERT, UPDATE, DELETE ON age_check_attempts TO munjigi_app, munjigi_system;

CREATE TABLE age_checks (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  contact_mark bytea NOT NULL,
  basis text NOT NULL,
  way text NOT NULL,
  checked_at timestamp(3) with time zone NOT NULL,
  valid_until timestamp(3) with time zone NOT NULL,
  CONSTRAINT age_checks_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT age_checks_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT age_checks_basis_check CHECK (basis = ANY (ARRAY['BIRTHDAY_18'::text, 'YOUTH_ACT'::text, 'BIRTHDAY_19'::text])),
  CONSTRAINT age_checks_check CHECK (valid_until > checked_at),
  CONSTRAINT age_checks_way_check CHECK (way = ANY (ARRAY['IDENTITY'::text, 'DOCUMENT'::text]))
);
COMMENT ON TABLE age_checks IS 'modules/age-checks: that the guest with this contact was found to be adult, until the check ends';
CREATE UNIQUE INDEX age_checks_contact ON age_checks USING btree (store_id, contact_mark, basis);
CREATE INDEX age_checks_ended ON age_checks USING btree (valid_until);
ALTER TABLE age_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE age_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON age_checks FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON age_checks TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY sweep ON age_checks TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
GRANT SELECT, INSERT, UPDATE, DELETE ON age_checks TO munjigi_app, munjigi_system;

CREATE TABLE age_requirements (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  basis text NOT NULL,
  contact_mark bytea,
  required_at timestamp(3) with time zone NOT NULL,
  asked_at timestamp(3) with time zone,
  met_at timestamp(3) with time zone,
  way text,
  document text,
  confirmed_by_name text,
  CONSTRAINT age_requirements_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT age_requirements_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES reservations(store_id, id),
  CONSTRAINT age_requirements_basis_check CHECK (basis = ANY (ARRAY['BIRTHDAY_18'::text, 'YOUTH_ACT'::text, 'BIRTHDAY_19'::text])),
  CONSTRAINT age_requirements_check CHECK ((met_at IS NULL) = (way IS NULL)),
  CONSTRAINT age_requirements_check1 CHECK (document IS NULL OR way = 'DOCUMENT'::text),
  CONSTRAINT age_requirements_document_check CHECK (document = ANY (ARRAY['ID_CARD'::text, 'DRIVING_LICENCE'::text, 'PASSPORT'::text, 'RESIDENCE_CARD'::text, 'OTHER'::text])),
  CONSTRAINT age_requirements_way_check CHECK (way = ANY (ARRAY['IDENTITY'::text, 'DOCUMENT'::text]))
);
COMMENT ON TABLE age_requirements IS 'modules/age-checks: that a stay is for adults, and whether its guest was found to be one';
CREATE INDEX age_requirements_open ON age_requirements USING btree (store_id, contact_mark) WHERE met_at IS NULL;
CREATE TRIGGER age_requirements_review_access AFTER INSERT OR DELETE ON age_requirements FOR EACH ROW EXECUTE FUNCTION review_access_of_age();
CREATE TRIGGER age_requirements_review_access_again AFTER UPDATE OF met_at ON age_requirements FOR EACH ROW WHEN (old.met_at IS DISTINCT FROM new.met_at) EXECUTE FUNCTION review_access_of_age();
ALTER TABLE age_requirements ENABLE ROW LEVEL SECURITY;
ALTER TABLE age_requirements FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON age_requirements FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_stay ON age_requirements FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON age_requirements TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE, DELETE ON age_requirements TO munjigi_app, munjigi_system;
GRANT SELECT ON age_requirements TO munjigi_guest;

CREATE TABLE age_rules (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  rules jsonb NOT NULL,
  check_months integer NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT age_rules_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT age_rules_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT age_rules_check CHECK (id = store_id),
  CONSTRAINT age_rules_check_months_check CHECK (check_months >= 1 AND check_months <= 24)
);
COMMENT ON TABLE age_rules IS 'modules/age-checks: the rooms and hours of a store for adults, and how long a check counts';
ALTER TABLE age_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE age_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON age_rules FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON age_rules TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON age_rules TO munjigi_app, munjigi_system;

CREATE TABLE alarm_watches (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  door_id uuid NOT NULL,
  is_leaf_closed boolean DEFAULT false NOT NULL,
  leaf_open_since timestamp(3) with time zone,
  suspected_at timestamp(3) with time zone,
  offline_since timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  CONSTRAINT alarm_watches_pkey PRIMARY KEY (store_id, door_id),
  CONSTRAINT alarm_watches_store_id_door_id_fkey FOREIGN KEY (store_id, door_id) REFERENCES doors(store_id, id)
);
COMMENT ON TABLE alarm_watches IS 'modules/alarms: what the review of a door''s alarms remembers until the next review';
CREATE INDEX alarm_watches_due ON alarm_watches USING btree (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE alarm_watches ENABLE ROW LEVEL SECURITY;
ALTER TABLE alarm_watches FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON alarm_watches FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON alarm_watches FOR SELECT TO munjigi_system
  USING (due_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON alarm_watches TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON alarm_watches TO munjigi_app, munjigi_system;

CREATE TABLE alarms (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  door_id uuid NOT NULL,
  kind text NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  opened_at timestamp(3) with time zone NOT NULL,
  closed_at timestamp(3) with time zone,
  acknowledged_at timestamp(3) with time zone,
  acknowledged_by uuid,
  acknowledged_by_name text,
  CONSTRAINT alarms_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT alarms_store_id_door_id_fkey FOREIGN KEY (store_id, door_id) REFERENCES doors(store_id, id),
  CONSTRAINT alarms_check CHECK (closed_at >= opened_at),
  CONSTRAINT alarms_check1 CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL) AND (acknowledged_at IS NULL) = (acknowledged_by_name IS NULL)),
  CONSTRAINT alarms_kind_check CHECK (kind = ANY (ARRAY['LEFT_OPEN'::text, 'FORCED'::text, 'OFFLINE'::text, 'BATTERY_LOW'::text, 'JAMMED'::text, 'UNKNOWN_OPENING'::text, 'LOCKDOWN_OPENING'::text, 'REFUSED_CODES'::text])) NOT VALID
);
COMMENT ON TABLE alarms IS 'modules/alarms: an alarm of a door';
CREATE INDEX alarms_id ON alarms USING btree (id);
CREATE INDEX alarms_newest ON alarms USING btree (product_id, opened_at DESC, id DESC);
CREATE UNIQUE INDEX alarms_open ON alarms USING btree (store_id, door_id, kind) WHERE closed_at IS NULL;
CREATE INDEX alarms_pending ON alarms USING btree (product_id, opened_at DESC, id DESC) WHERE closed_at IS NULL OR (kind = ANY (ARRAY['FORCED'::text, 'UNKNOWN_OPENING'::text, 'LOCKDOWN_OPENING'::text])) AND acknowledged_at IS NULL;
CREATE INDEX alarms_store_newest ON alarms USING btree (store_id, opened_at DESC, id DESC);
ALTER TABLE alarms ENABLE ROW LEVEL SECURITY;
ALTER TABLE alarms FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON alarms FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON alarms TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON alarms TO munjigi_app, munjigi_system;

CREATE UNLOGGED TABLE api_key_uses (
  key_id uuid NOT NULL,
  minute integer NOT NULL,
  count integer NOT NULL,
  CONSTRAINT api_key_uses_pkey PRIMARY KEY (key_id),
  CONSTRAINT api_key_uses_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id)
) WITH (fillfactor=50);
COMMENT ON TABLE api_key_uses IS 'modules/channels: the requests of an API key in its latest minute (unlogged)';
GRANT SELECT, INSERT, UPDATE ON api_key_uses TO munjigi_system;

CREATE TABLE api_keys (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  secret_hash bytea NOT NULL,
  store_ids uuid[],
  created_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT api_keys_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT api_keys_store_ids_check CHECK (store_ids <> '{}'::uuid[])
);
COMMENT ON TABLE api_keys IS 'modules/channels: the API key of a channel, with the hash of its secret';
CREATE INDEX api_keys_latest ON api_keys USING btree (product_id, created_at DESC, id);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON api_keys FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON api_keys TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY signs_in ON api_keys TO munjigi_system
  USING (true);
GRANT SELECT (product_id, id, name, prefix, store_ids, created_at, last_used_at, revoked_at), INSERT, UPDATE (revoked_at) ON api_keys TO munjigi_app;
GRANT SELECT, UPDATE (last_used_at) ON api_keys TO munjigi_system;

CREATE TABLE approval_rules (
  product_id uuid NOT NULL,
  refund_limit integer,
  fire_release boolean NOT NULL,
  lockdown boolean NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer NOT NULL,
  CONSTRAINT approval_rules_pkey PRIMARY KEY (product_id),
  CONSTRAINT approval_rules_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT approval_rules_refund_limit_check CHECK (refund_limit >= 0 AND refund_limit <= 2000000000)
);
COMMENT ON TABLE approval_rules IS 'modules/approvals: which acts of a product need a second person';
ALTER TABLE approval_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE approval_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON approval_rules FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON approval_rules TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)));
CREATE POLICY of_the_worked_on ON approval_rules FOR SELECT TO munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT, UPDATE ON approval_rules TO munjigi_app;
GRANT SELECT ON approval_rules TO munjigi_system;

CREATE TABLE approvals (
  product_id uuid NOT NULL,
  store_id uuid,
  id uuid NOT NULL,
  kind text NOT NULL,
  state text DEFAULT 'REQUESTED'::text NOT NULL,
  reason text NOT NULL,
  terms jsonb NOT NULL,
  account bytea,
  asked_at timestamp(3) with time zone NOT NULL,
  asked_by uuid NOT NULL,
  asked_by_name text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  ended_by uuid,
  ended_by_name text,
  note text,
  failure text,
  CONSTRAINT approvals_pkey PRIMARY KEY (id),
  CONSTRAINT approvals_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT approvals_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT approvals_check CHECK ((kind = 'RULES'::text) = (store_id IS NULL)),
  CONSTRAINT approvals_check1 CHECK (expires_at > asked_at),
  CONSTRAINT approvals_check2 CHECK ((state = 'REQUESTED'::text) = (ended_at IS NULL)),
  CONSTRAINT approvals_check3 CHECK ((state = ANY (ARRAY['REQUESTED'::text, 'EXPIRED'::text])) = (ended_by IS NULL) AND (ended_by IS NULL) = (ended_by_name IS NULL)),
  CONSTRAINT approvals_check4 CHECK ((state = 'FAILED'::text) = (failure IS NOT NULL)),
  CONSTRAINT approvals_check5 CHECK (account IS NULL OR state = 'REQUESTED'::text),
  CONSTRAINT approvals_kind_check CHECK (kind = ANY (ARRAY['REFUND'::text, 'REVERSAL'::text, 'LOCKDOWN'::text, 'FIRE_RELEASE'::text, 'RULES'::text])),
  CONSTRAINT approvals_state_check CHECK (state = ANY (ARRAY['REQUESTED'::text, 'DONE'::text, 'FAILED'::text, 'REFUSED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text])),
  CONSTRAINT approvals_two_people CHECK (ended_by IS NULL OR (state = 'WITHDRAWN'::text) = (ended_by = asked_by))
);
COMMENT ON TABLE approvals IS 'modules/approvals: a request for the approval of an act';
CREATE INDEX approvals_due ON approvals USING btree (expires_at) WHERE state = 'REQUESTED'::text;
CREATE INDEX approvals_newest ON approvals USING btree (product_id, id DESC);
CREATE INDEX approvals_store_newest ON approvals USING btree (store_id, id DESC) WHERE store_id IS NOT NULL;
CREATE UNIQUE INDEX approvals_waiting ON approvals USING btree (product_id, COALESCE(store_id, product_id), kind) WHERE state = 'REQUESTED'::text AND (kind <> ALL (ARRAY['REFUND'::text, 'REVERSAL'::text]));
CREATE UNIQUE INDEX approvals_waiting_payment ON approvals USING btree ((terms ->> 'paymentId'::text)) WHERE state = 'REQUESTED'::text AND (kind = ANY (ARRAY['REFUND'::text, 'REVERSAL'::text]));
CREATE TRIGGER approvals_end_once BEFORE UPDATE ON approvals FOR EACH ROW WHEN (old.state <> 'REQUESTED'::text) EXECUTE FUNCTION refuse_change();
ALTER TABLE approvals ENABLE ROW LEVEL SECURITY;
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON approvals FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY expiring ON approvals TO munjigi_system
  USING (true);
CREATE POLICY of_the_product ON approvals TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE (state, account, ended_at, ended_by, ended_by_name, note, failure) ON approvals TO munjigi_app;
GRANT SELECT, INSERT, UPDATE (state, account, ended_at) ON approvals TO munjigi_system;

CREATE TABLE audit_heads (
  product_id uuid NOT NULL,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  previous_hash bytea,
  CONSTRAINT audit_heads_pkey PRIMARY KEY (product_id),
  CONSTRAINT audit_heads_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
COMMENT ON TABLE audit_heads IS 'modules/audit: the end of a product''s hash chain; its lock serialises the appends';
ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON audit_heads FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_product ON audit_heads TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT, UPDATE ON audit_heads TO munjigi_app, munjigi_system;

CREATE TABLE audit_log (
  product_id uuid NOT NULL,
  seq bigint NOT NULL,
  id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  actor_label text NOT NULL,
  address text,
  store_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  detail jsonb NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (product_id, seq),
  CONSTRAINT audit_log_id_key UNIQUE (id),
  CONSTRAINT audit_log_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
COMMENT ON TABLE audit_log IS 'modules/audit: a change with its actor, linked to the one before it by its hash';
CREATE INDEX audit_log_action ON audit_log USING btree (product_id, action, at, seq);
CREATE INDEX audit_log_actor ON audit_log USING btree (product_id, actor_id, at, seq) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_log_at ON audit_log USING btree (product_id, at, seq);
CREATE INDEX audit_log_group ON audit_log USING btree (product_id, split_part(action, '.'::text, 1), at, seq);
CREATE INDEX audit_log_named_actor ON audit_log USING btree (product_id, actor_id) WHERE actor_id IS NOT NULL AND actor_kind <> 'GUEST'::text;
CREATE INDEX audit_log_store ON audit_log USING btree (product_id, store_id, at, seq) WHERE store_id IS NOT NULL;
CREATE INDEX audit_log_subject ON audit_log USING btree (product_id, subject_id, at, seq) WHERE subject_id IS NOT NULL;
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY append ON audit_log FOR INSERT TO munjigi_app, munjigi_system
  WITH CHECK (product_id = (( SELECT actor_product() AS actor_product)));
CREATE POLICY backup ON audit_log FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON audit_log FOR SELECT TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON audit_log TO munjigi_app, munjigi_system;

CREATE TABLE audit_verifications (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  fault_seq bigint,
  fault_what text,
  CONSTRAINT audit_verifications_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT audit_verifications_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT audit_verifications_check CHECK ((fault_seq IS NULL) = (fault_what IS NULL)),
  CONSTRAINT audit_verifications_fault_what_check CHECK (fault_what = ANY (ARRAY['MISSING'::text, 'CHANGED'::text, 'HEAD_DIFFERS'::text, 'ANCHOR_DIFFERS'::text]))
);
COMMENT ON TABLE audit_verifications IS 'modules/audit: a verification of the chain and its result';
CREATE UNIQUE INDEX audit_verifications_under_way ON audit_verifications USING btree (product_id) WHERE finished_at IS NULL;
ALTER TABLE audit_verifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_verifications FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON audit_verifications FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_product ON audit_verifications TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT, UPDATE ON audit_verifications TO munjigi_app;

CREATE TABLE backups (
  id uuid NOT NULL,
  kind text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone NOT NULL,
  target text NOT NULL,
  name text,
  bytes bigint,
  sha256 text,
  fault text,
  CONSTRAINT backups_pkey PRIMARY KEY (id),
  CONSTRAINT backups_check CHECK (fault IS NOT NULL OR name IS NOT NULL AND bytes IS NOT NULL AND sha256 IS NOT NULL),
  CONSTRAINT backups_kind_check CHECK (kind = ANY (ARRAY['BACKUP'::text, 'DRILL'::text]))
);
COMMENT ON TABLE backups IS 'db: a run of `backup-push` or `restore-drill`, with its fault or its figures';
CREATE INDEX backups_succeeded ON backups USING btree (kind, finished_at DESC) WHERE fault IS NULL;
GRANT SELECT ON backups TO munjigi_system;

CREATE TABLE blocked_guests (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid,
  guest_phone bytea NOT NULL,
  guest_email bytea DEFAULT '\x'::bytea NOT NULL,
  phone_mark bytea,
  email_mark bytea,
  reason text NOT NULL,
  blocked_at timestamp(3) with time zone NOT NULL,
  blocked_by_name text NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  lifted_at timestamp(3) with time zone,
  lifted_by_name text,
  CONSTRAINT blocked_guests_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT blocked_guests_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT blocked_guests_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT blocked_guests_check CHECK (ends_at > blocked_at),
  CONSTRAINT blocked_guests_check1 CHECK ((lifted_at IS NULL) = (lifted_by_name IS NULL)),
  CONSTRAINT blocked_guests_reason_check CHECK (reason <> ''::text)
);
COMMENT ON TABLE blocked_guests IS 'modules/reservations: a guest whom a store, or the whole chain, refuses until a time';
CREATE INDEX blocked_guests_email ON blocked_guests USING btree (product_id, email_mark) WHERE lifted_at IS NULL AND email_mark IS NOT NULL;
CREATE INDEX blocked_guests_ended ON blocked_guests USING btree (product_id, ends_at);
CREATE INDEX blocked_guests_phone ON blocked_guests USING btree (product_id, phone_mark) WHERE lifted_at IS NULL;
ALTER TABLE blocked_guests ENABLE ROW LEVEL SECURITY;
ALTER TABLE blocked_guests FORCE ROW LEVEL SECURITY;
CREATE POLICY add_of_the_reach ON blocked_guests FOR INSERT TO munjigi_app, munjigi_system
  WITH CHECK (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY backup ON blocked_guests FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY end_of_the_reach ON blocked_guests FOR UPDATE TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY kept ON blocked_guests TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY read_of_the_product ON blocked_guests FOR SELECT TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (store_id IS NULL OR ( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE (lifted_at, lifted_by_name) ON blocked_guests TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON blocked_guests TO munjigi_system;

CREATE TABLE calendar_feeds (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid,
  secret_hash bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  last_read_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT calendar_feeds_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id)
);
COMMENT ON TABLE calendar_feeds IS 'modules/calendar-feeds: a calendar feed of a store or a room, with the hash of its secret';
CREATE INDEX calendar_feeds_id ON calendar_feeds USING btree (id);
ALTER TABLE calendar_feeds ENABLE ROW LEVEL SECURITY;
ALTER TABLE calendar_feeds FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON calendar_feeds FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY by_id ON calendar_feeds FOR SELECT TO munjigi_system
  USING (true);
CREATE POLICY store_rows ON calendar_feeds TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON calendar_feeds TO munjigi_app, munjigi_system;

CREATE TABLE cash_receipt_merchants (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  merchant_id uuid NOT NULL,
  CONSTRAINT cash_receipt_merchants_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT cash_receipt_merchants_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES cash_receipt_steps(store_id, id),
  CONSTRAINT cash_receipt_merchants_store_id_merchant_id_fkey FOREIGN KEY (store_id, merchant_id) REFERENCES store_merchants(store_id, id)
);
COMMENT ON TABLE cash_receipt_merchants IS 'modules/cash-receipts: the account of a store that a cash receipt is issued with';
ALTER TABLE cash_receipt_merchants ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_receipt_merchants FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON cash_receipt_merchants FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON cash_receipt_merchants TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON cash_receipt_merchants TO munjigi_app, munjigi_system;

CREATE TABLE cash_receipt_numbers (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  purpose text NOT NULL,
  kind text NOT NULL,
  guest_number bytea NOT NULL,
  entered_at timestamp(3) with time zone NOT NULL,
  entered_by_name text,
  revision integer DEFAULT 1 NOT NULL,
  CONSTRAINT cash_receipt_numbers_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT cash_receipt_numbers_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES reservations(store_id, id),
  CONSTRAINT cash_receipt_numbers_kind_check CHECK (kind = ANY (ARRAY['PHONE'::text, 'CARD'::text, 'BUSINESS'::text])),
  CONSTRAINT cash_receipt_numbers_purpose_check CHECK (purpose = ANY (ARRAY['INCOME'::text, 'EXPENSE'::text]))
);
COMMENT ON TABLE cash_receipt_numbers IS 'modules/cash-receipts: the sealed number that the cash receipts of a reservation are issued to';
CREATE INDEX cash_receipt_numbers_entered ON cash_receipt_numbers USING btree (entered_at);
ALTER TABLE cash_receipt_numbers ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_receipt_numbers FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON cash_receipt_numbers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON cash_receipt_numbers TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON cash_receipt_numbers TO munjigi_app, munjigi_system;

CREATE TABLE cash_receipt_settings (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  issuer text NOT NULL,
  is_self_issue_on boolean NOT NULL,
  threshold_amount bigint NOT NULL,
  deadline_days integer NOT NULL,
  issues_since timestamp(3) with time zone,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT cash_receipt_settings_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT cash_receipt_settings_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT cash_receipt_settings_check CHECK (id = store_id),
  CONSTRAINT cash_receipt_settings_check1 CHECK ((issuer = 'NONE'::text) = (issues_since IS NULL)),
  CONSTRAINT cash_receipt_settings_deadline_days_check CHECK (deadline_days >= 1 AND deadline_days <= 30),
  CONSTRAINT cash_receipt_settings_issuer_check CHECK (issuer = ANY (ARRAY['NONE'::text, 'TOSS'::text, 'PORTONE'::text])),
  CONSTRAINT cash_receipt_settings_threshold_amount_check CHECK (threshold_amount >= 0)
);
COMMENT ON TABLE cash_receipt_settings IS 'modules/cash-receipts: who issues the cash receipts of a store, and when it issues one without a number';
ALTER TABLE cash_receipt_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_receipt_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON cash_receipt_settings FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_store ON cash_receipt_settings FOR SELECT TO munjigi_guest
  USING (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]));
CREATE POLICY store_rows ON cash_receipt_settings TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON cash_receipt_settings TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, issues_since) ON cash_receipt_settings TO munjigi_guest;

CREATE TABLE cash_receipt_steps (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  issue_id uuid,
  issuer text NOT NULL,
  amount bigint NOT NULL,
  tax_free_amount bigint NOT NULL,
  is_self_issued boolean NOT NULL,
  purpose text NOT NULL,
  state text NOT NULL,
  is_live boolean NOT NULL,
  refused_at_wanted integer,
  is_configuration boolean DEFAULT false NOT NULL,
  provider_key text,
  approval_number text,
  receipt_url text,
  requested_at timestamp(3) with time zone NOT NULL,
  sent_at timestamp(3) with time zone,
  answered_at timestamp(3) with time zone,
  CONSTRAINT cash_receipt_steps_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT cash_receipt_steps_store_id_receipt_id_number_key UNIQUE (store_id, receipt_id, number),
  CONSTRAINT cash_receipt_steps_store_id_issue_id_fkey FOREIGN KEY (store_id, issue_id) REFERENCES cash_receipt_steps(store_id, id),
  CONSTRAINT cash_receipt_steps_store_id_receipt_id_fkey FOREIGN KEY (store_id, receipt_id) REFERENCES cash_receipts(store_id, id),
  CONSTRAINT cash_receipt_steps_amount_check CHECK (amount > 0),
  CONSTRAINT cash_receipt_steps_check CHECK (tax_free_amount >= 0 AND tax_free_amount <= amount),
  CONSTRAINT cash_receipt_steps_check1 CHECK ((kind = 'CANCEL'::text) = (issue_id IS NOT NULL)),
  CONSTRAINT cash_receipt_steps_check2 CHECK (NOT is_live OR kind = 'ISSUE'::text AND (state = ANY (ARRAY['OPEN'::text, 'DONE'::text]))),
  CONSTRAINT cash_receipt_steps_issuer_check CHECK (issuer = ANY (ARRAY['TOSS'::text, 'PORTONE'::text])),
  CONSTRAINT cash_receipt_steps_kind_check CHECK (kind = ANY (ARRAY['ISSUE'::text, 'CANCEL'::text])),
  CONSTRAINT cash_receipt_steps_number_check CHECK (number >= 1),
  CONSTRAINT cash_receipt_steps_purpose_check CHECK (purpose = ANY (ARRAY['INCOME'::text, 'EXPENSE'::text])),
  CONSTRAINT cash_receipt_steps_state_check CHECK (state = ANY (ARRAY['OPEN'::text, 'DONE'::text, 'REFUSED'::text]))
);
COMMENT ON TABLE cash_receipt_steps IS 'modules/cash-receipts: a request to issue or to cancel a cash receipt, with the answer of the provider';
CREATE UNIQUE INDEX cash_receipt_steps_live ON cash_receipt_steps USING btree (store_id, receipt_id) WHERE is_live;
CREATE UNIQUE INDEX cash_receipt_steps_open ON cash_receipt_steps USING btree (store_id, receipt_id) WHERE state = 'OPEN'::text;
ALTER TABLE cash_receipt_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_receipt_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON cash_receipt_steps FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON cash_receipt_steps TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON cash_receipt_steps TO munjigi_app, munjigi_system;

CREATE TABLE cash_receipts (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid,
  state text NOT NULL,
  failure_code text,
  failure_message text,
  self_issue_at timestamp(3) with time zone,
  own_amount bigint,
  own_approval_number text,
  own_receipt_url text,
  own_issued_at timestamp(3) with time zone,
  wanted integer DEFAULT 1 NOT NULL,
  next_at timestamp(3) with time zone,
  leased_until timestamp(3) with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  notified_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT cash_receipts_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT cash_receipts_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES payments(store_id, id),
  CONSTRAINT cash_receipts_check CHECK ((failure_code IS NULL) = (failure_message IS NULL)),
  CONSTRAINT cash_receipts_check1 CHECK ((own_amount IS NULL) = (own_approval_number IS NULL)),
  CONSTRAINT cash_receipts_state_check CHECK (state = ANY (ARRAY['NONE'::text, 'WAITING'::text, 'ISSUING'::text, 'ISSUED'::text, 'CANCELLED'::text, 'REFUSED'::text]))
);
COMMENT ON TABLE cash_receipts IS 'modules/cash-receipts: the cash receipt of a payment, and when it is compared with the payment again';
CREATE INDEX cash_receipts_latest ON cash_receipts USING btree (product_id, created_at DESC, id DESC);
CREATE INDEX cash_receipts_next ON cash_receipts USING btree (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX cash_receipts_reservation ON cash_receipts USING btree (store_id, reservation_id);
CREATE INDEX cash_receipts_store_latest ON cash_receipts USING btree (store_id, created_at DESC, id DESC);
ALTER TABLE cash_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_receipts FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON cash_receipts FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY found ON cash_receipts FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON cash_receipts TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON cash_receipts TO munjigi_app, munjigi_system;

CREATE TABLE chain_sellers (
  product_id uuid NOT NULL,
  business_number text NOT NULL,
  legal_name text NOT NULL,
  representative text NOT NULL,
  mail_order_number text NOT NULL,
  mail_order_exemption text,
  address text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  hosting_provider text NOT NULL,
  is_broker boolean NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT chain_sellers_pkey PRIMARY KEY (product_id),
  CONSTRAINT chain_sellers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT chain_sellers_business_number_check CHECK (business_number ~ '^\d{3}-\d{2}-\d{5}$'::text),
  CONSTRAINT chain_sellers_legal_name_check CHECK (legal_name <> ''::text),
  CONSTRAINT chain_sellers_mail_order_exemption_check CHECK (mail_order_exemption = ANY (ARRAY['SIMPLIFIED_TAXPAYER'::text, 'FEW_SALES'::text])),
  CONSTRAINT chain_sellers_representative_check CHECK (representative <> ''::text)
);
COMMENT ON TABLE chain_sellers IS 'modules/stores: head office as the seller of stays, or as a broker';
ALTER TABLE chain_sellers ENABLE ROW LEVEL SECURITY;
ALTER TABLE chain_sellers FORCE ROW LEVEL SECURITY;
CREATE POLICY add_of_the_product ON chain_sellers FOR INSERT TO munjigi_app
  WITH CHECK (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY backup ON chain_sellers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY change_of_the_product ON chain_sellers FOR UPDATE TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY read_by_guest ON chain_sellers FOR SELECT TO munjigi_guest
  USING (product_id = (( SELECT actor_product() AS actor_product)));
CREATE POLICY read_of_the_product ON chain_sellers FOR SELECT TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT, UPDATE ON chain_sellers TO munjigi_app;
GRANT SELECT (product_id, business_number, legal_name, representative, mail_order_number, mail_order_exemption, address, phone, email, hosting_provider, is_broker) ON chain_sellers TO munjigi_guest;
GRANT SELECT ON chain_sellers TO munjigi_system;

CREATE TABLE channel_payments (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  key_id uuid NOT NULL,
  reference text NOT NULL,
  CONSTRAINT channel_payments_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT channel_payments_product_id_key_id_reference_key UNIQUE (product_id, key_id, reference),
  CONSTRAINT channel_payments_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES payments(store_id, id),
  CONSTRAINT channel_payments_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 100)
);
COMMENT ON TABLE channel_payments IS 'modules/channels: a payment that a channel collected from its guest, with the channel''s reference';
ALTER TABLE channel_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_payments FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON channel_payments FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON channel_payments TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON channel_payments TO munjigi_app, munjigi_system;

CREATE TABLE channel_reservations (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  key_id uuid NOT NULL,
  external_id text,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT channel_reservations_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT channel_reservations_store_id_key_id_external_id_key UNIQUE (store_id, key_id, external_id),
  CONSTRAINT channel_reservations_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  CONSTRAINT channel_reservations_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES reservations(store_id, id)
);
COMMENT ON TABLE channel_reservations IS 'modules/channels: a reservation that a channel created, with the channel''s own id';
CREATE INDEX channel_reservations_external ON channel_reservations USING btree (key_id, external_id);
CREATE INDEX channel_reservations_id ON channel_reservations USING btree (id);
ALTER TABLE channel_reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON channel_reservations FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON channel_reservations TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON channel_reservations TO munjigi_app, munjigi_system;

CREATE TABLE channel_statement_lines (
  product_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  reference text NOT NULL,
  amount bigint NOT NULL,
  refunded_amount bigint NOT NULL,
  commission_amount bigint NOT NULL,
  payout_amount bigint NOT NULL,
  CONSTRAINT channel_statement_lines_pkey PRIMARY KEY (statement_id, reference),
  CONSTRAINT channel_statement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES channel_statements(id) ON DELETE CASCADE,
  CONSTRAINT channel_statement_lines_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 100)
);
COMMENT ON TABLE channel_statement_lines IS 'modules/channels: what a statement says of one payment';
ALTER TABLE channel_statement_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_statement_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON channel_statement_lines FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON channel_statement_lines TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
GRANT SELECT, INSERT, DELETE ON channel_statement_lines TO munjigi_app;

CREATE TABLE channel_statements (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  key_id uuid NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  file_name text NOT NULL,
  imported_at timestamp(3) with time zone NOT NULL,
  imported_by_name text NOT NULL,
  CONSTRAINT channel_statements_pkey PRIMARY KEY (id),
  CONSTRAINT channel_statements_product_id_key_id_starts_on_ends_on_key UNIQUE (product_id, key_id, starts_on, ends_on),
  CONSTRAINT channel_statements_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT channel_statements_check CHECK (ends_on >= starts_on),
  CONSTRAINT channel_statements_file_name_check CHECK (length(file_name) <= 120),
  CONSTRAINT channel_statements_imported_by_name_check CHECK (length(imported_by_name) <= 200)
);
COMMENT ON TABLE channel_statements IS 'modules/channels: the monthly statement of a channel for a period';
ALTER TABLE channel_statements ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_statements FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON channel_statements FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON channel_statements TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
GRANT SELECT, INSERT, DELETE ON channel_statements TO munjigi_app;

CREATE TABLE closures (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_ids uuid[] NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  withdrawn_at timestamp(3) with time zone,
  is_for_good boolean DEFAULT false NOT NULL,
  CONSTRAINT closures_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT closures_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT closures_check CHECK (starts_at < ends_at),
  CONSTRAINT closures_for_good_is_of_all CHECK (NOT is_for_good OR room_ids = '{}'::uuid[])
);
COMMENT ON TABLE closures IS 'modules/stores: a period in which a store or some of its rooms cannot be booked';
CREATE INDEX closures_coming ON closures USING btree (store_id, ends_at) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX closures_for_good ON closures USING btree (store_id) WHERE is_for_good AND withdrawn_at IS NULL;
ALTER TABLE closures ENABLE ROW LEVEL SECURITY;
ALTER TABLE closures FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON closures FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON closures TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON closures TO munjigi_app, munjigi_system;

CREATE TABLE companion_links (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  guest_token_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  number integer NOT NULL,
  token_hash bytea NOT NULL,
  key_mark text NOT NULL,
  issued_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  command_id uuid,
  CONSTRAINT companion_links_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT companion_links_store_id_reservation_id_number_key UNIQUE (store_id, reservation_id, number),
  CONSTRAINT companion_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT companion_links_store_id_guest_token_id_fkey FOREIGN KEY (store_id, guest_token_id) REFERENCES guest_tokens(store_id, id) ON DELETE CASCADE,
  CONSTRAINT companion_links_number_check CHECK (number >= 1 AND number <= 1000),
  CONSTRAINT companion_links_token_hash_check CHECK (length(token_hash) = 32)
);
COMMENT ON TABLE companion_links IS 'modules/guest-access: a link of a guest for a companion, with its hash and the mark of the key that derives it';
CREATE INDEX companion_links_of_token ON companion_links USING btree (store_id, guest_token_id);
ALTER TABLE companion_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE companion_links FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON companion_links FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY signs_in ON companion_links TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON companion_links TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT (product_id, store_id, id, guest_token_id, reservation_id, number, issued_at, revoked_at, last_used_at) ON companion_links TO munjigi_app;
GRANT SELECT, INSERT, UPDATE (revoked_at, last_used_at, command_id) ON companion_links TO munjigi_system;

CREATE TABLE companion_requests (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  case_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  companion_id uuid NOT NULL,
  companion_number integer NOT NULL,
  note_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT companion_requests_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT companion_requests_store_id_case_id_fkey FOREIGN KEY (store_id, case_id) REFERENCES help_desk_cases(store_id, id),
  CONSTRAINT companion_requests_store_id_note_id_fkey FOREIGN KEY (store_id, note_id) REFERENCES guest_help_notes(store_id, id)
);
COMMENT ON TABLE companion_requests IS 'modules/help-desk: a request for help, or a note, that came through the link of a companion';
CREATE INDEX companion_requests_of_case ON companion_requests USING btree (store_id, case_id);
ALTER TABLE companion_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE companion_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON companion_requests FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_requests ON companion_requests FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND reservation_id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON companion_requests TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON companion_requests TO munjigi_app, munjigi_system;
GRANT SELECT ON companion_requests TO munjigi_guest;

CREATE TABLE coupon_claims (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  state text NOT NULL,
  withheld_for text,
  booked_amount bigint DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  check_at timestamp(3) with time zone,
  decision text,
  decided_at timestamp(3) with time zone,
  decided_by uuid,
  decided_by_name text,
  decision_reason text,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT coupon_claims_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT coupon_claims_product_id_coupon_id_fkey FOREIGN KEY (product_id, coupon_id) REFERENCES coupons(product_id, id),
  CONSTRAINT coupon_claims_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT coupon_claims_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES reservations(store_id, id),
  CONSTRAINT coupon_claims_booked_amount_check CHECK (booked_amount >= 0),
  CONSTRAINT coupon_claims_check CHECK ((state = 'WITHHELD'::text) = (withheld_for IS NOT NULL)),
  CONSTRAINT coupon_claims_check1 CHECK (num_nulls(decision, decided_at, decided_by_name, decision_reason) = ANY (ARRAY[0, 4])),
  CONSTRAINT coupon_claims_decision_check CHECK (decision = ANY (ARRAY['APPROVED'::text, 'REFUSED'::text])),
  CONSTRAINT coupon_claims_decision_reason_check CHECK (length(decision_reason) <= 200),
  CONSTRAINT coupon_claims_state_check CHECK (state = ANY (ARRAY['WAITING'::text, 'BOOKED'::text, 'WITHHELD'::text, 'REFUSED'::text])),
  CONSTRAINT coupon_claims_withheld_for_check CHECK (withheld_for = ANY (ARRAY['NO_ONLINE_MONEY'::text, 'NO_LIMIT'::text]))
);
COMMENT ON TABLE coupon_claims IS 'modules/coupons: what a store claims from head office for the discount of a stay, with the decision of head office (decision 090)';
CREATE INDEX coupon_claims_check ON coupon_claims USING btree (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX coupon_claims_latest ON coupon_claims USING btree (product_id, due_at DESC, id DESC);
CREATE INDEX coupon_claims_store_latest ON coupon_claims USING btree (store_id, due_at DESC, id DESC);
ALTER TABLE coupon_claims ENABLE ROW LEVEL SECURITY;
ALTER TABLE coupon_claims FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON coupon_claims FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON coupon_claims FOR SELECT TO munjigi_system
  USING (check_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON coupon_claims TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON coupon_claims TO munjigi_app, munjigi_system;

CREATE TABLE coupon_uses (
  product_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  phone_mark bytea,
  ended_at timestamp(3) with time zone,
  CONSTRAINT coupon_uses_pkey PRIMARY KEY (product_id, reservation_id),
  CONSTRAINT coupon_uses_product_id_coupon_id_fkey FOREIGN KEY (product_id, coupon_id) REFERENCES coupons(product_id, id)
);
COMMENT ON TABLE coupon_uses IS 'modules/coupons: a stay with a coupon, with the keyed hash of the phone, until the guest is erased or a week after the coupon has ended';
CREATE INDEX coupon_uses_open ON coupon_uses USING btree (product_id, coupon_id, phone_mark) WHERE ended_at IS NULL;
ALTER TABLE coupon_uses ENABLE ROW LEVEL SECURITY;
ALTER TABLE coupon_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON coupon_uses FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON coupon_uses TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
CREATE POLICY sweeps ON coupon_uses FOR DELETE TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY swept ON coupon_uses FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
GRANT SELECT, INSERT, UPDATE (phone_mark, ended_at) ON coupon_uses TO munjigi_app;
GRANT SELECT, INSERT, UPDATE (phone_mark, ended_at), DELETE ON coupon_uses TO munjigi_system;

CREATE TABLE coupons (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  percent integer,
  amount bigint,
  max_discount_amount bigint,
  min_price_amount bigint NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  store_ids uuid[] NOT NULL,
  max_uses integer,
  max_uses_per_guest integer,
  bearer text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  withdrawn_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT coupons_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT coupons_product_id_code_key UNIQUE (product_id, code),
  CONSTRAINT coupons_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT coupons_amount_check CHECK (amount > 0),
  CONSTRAINT coupons_bearer_check CHECK (bearer = ANY (ARRAY['STORE'::text, 'HEAD_OFFICE'::text])),
  CONSTRAINT coupons_check CHECK (ends_on >= starts_on),
  CONSTRAINT coupons_check1 CHECK ((kind = 'PERCENT'::text) = (percent IS NOT NULL)),
  CONSTRAINT coupons_check2 CHECK ((kind = 'AMOUNT'::text) = (amount IS NOT NULL)),
  CONSTRAINT coupons_check3 CHECK (kind = 'PERCENT'::text OR max_discount_amount IS NULL),
  CONSTRAINT coupons_code_check CHECK (code ~ '^[0-9A-Z][0-9A-Z-]{2,18}[0-9A-Z]$'::text),
  CONSTRAINT coupons_kind_check CHECK (kind = ANY (ARRAY['PERCENT'::text, 'AMOUNT'::text])),
  CONSTRAINT coupons_limit CHECK (bearer = 'STORE'::text OR kind = 'AMOUNT'::text OR max_discount_amount IS NOT NULL) NOT VALID,
  CONSTRAINT coupons_max_discount_amount_check CHECK (max_discount_amount > 0),
  CONSTRAINT coupons_max_uses_check CHECK (max_uses > 0),
  CONSTRAINT coupons_max_uses_per_guest_check CHECK (max_uses_per_guest > 0),
  CONSTRAINT coupons_min_price_amount_check CHECK (min_price_amount >= 0),
  CONSTRAINT coupons_name_check CHECK (length(name) <= 60),
  CONSTRAINT coupons_percent_check CHECK (percent >= 1 AND percent <= 100)
);
COMMENT ON TABLE coupons IS 'modules/coupons: a coupon of a chain with its terms';
ALTER TABLE coupons ENABLE ROW LEVEL SECURITY;
ALTER TABLE coupons FORCE ROW LEVEL SECURITY;
CREATE POLICY added ON coupons FOR INSERT TO munjigi_app
  WITH CHECK (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY backup ON coupons FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY changed ON coupons FOR UPDATE TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY of_the_product ON coupons FOR SELECT TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR store_ids = '{}'::uuid[] OR store_ids && (( SELECT actor_stores() AS actor_stores))));
CREATE POLICY redeemed ON coupons FOR UPDATE TO munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)))
  WITH CHECK (false);
CREATE POLICY redeemed_by_staff ON coupons FOR UPDATE TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR store_ids = '{}'::uuid[] OR store_ids && (( SELECT actor_stores() AS actor_stores))))
  WITH CHECK (false);
CREATE POLICY swept ON coupons FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
GRANT SELECT, INSERT, UPDATE ON coupons TO munjigi_app;
GRANT SELECT, UPDATE (version) ON coupons TO munjigi_system;

CREATE TABLE deposit_file_heads (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  head text NOT NULL,
  columns jsonb NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  updated_by_name text NOT NULL,
  CONSTRAINT deposit_file_heads_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT deposit_file_heads_store_id_head_key UNIQUE (store_id, head),
  CONSTRAINT deposit_file_heads_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT deposit_file_heads_head_check CHECK (length(head) >= 1 AND length(head) <= 2000)
);
COMMENT ON TABLE deposit_file_heads IS 'modules/deposits: the columns that a person chose for files with a head';
ALTER TABLE deposit_file_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposit_file_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON deposit_file_heads FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON deposit_file_heads TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON deposit_file_heads TO munjigi_app, munjigi_system;

CREATE TABLE deposit_messages (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  relay_id uuid,
  source text NOT NULL,
  raw bytea NOT NULL,
  reading bytea,
  text_key bytea,
  outcome text,
  deposit_id uuid,
  received_at timestamp(3) with time zone NOT NULL,
  worked_at timestamp(3) with time zone,
  CONSTRAINT deposit_messages_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT deposit_messages_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT deposit_messages_store_id_deposit_id_fkey FOREIGN KEY (store_id, deposit_id) REFERENCES deposits(store_id, id),
  CONSTRAINT deposit_messages_store_id_relay_id_fkey FOREIGN KEY (store_id, relay_id) REFERENCES deposit_relays(store_id, id),
  CONSTRAINT deposit_messages_check CHECK ((outcome IS NULL) = (worked_at IS NULL)),
  CONSTRAINT deposit_messages_outcome_check CHECK (outcome = ANY (ARRAY['NEW'::text, 'SAME'::text, 'WITHDRAWAL'::text])),
  CONSTRAINT deposit_messages_source_check CHECK (source = ANY (ARRAY['SMS'::text, 'PUSH'::text, 'CSV'::text]))
);
COMMENT ON TABLE deposit_messages IS 'modules/deposits: a bank message or a line of a bank file as received';
CREATE INDEX deposit_messages_deposit ON deposit_messages USING btree (store_id, deposit_id) WHERE deposit_id IS NOT NULL;
CREATE INDEX deposit_messages_text ON deposit_messages USING btree (store_id, text_key) WHERE text_key IS NOT NULL;
CREATE TRIGGER deposit_messages_kept BEFORE DELETE OR TRUNCATE ON deposit_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE deposit_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposit_messages FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON deposit_messages FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON deposit_messages TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON deposit_messages TO munjigi_app, munjigi_system;

CREATE TABLE deposit_relays (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  most_automatic_amount bigint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by_name text NOT NULL,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  minute integer DEFAULT 0 NOT NULL,
  minute_count integer DEFAULT 0 NOT NULL,
  day integer DEFAULT 0 NOT NULL,
  day_count integer DEFAULT 0 NOT NULL,
  CONSTRAINT deposit_relays_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT deposit_relays_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT deposit_relays_most_automatic_amount_check CHECK (most_automatic_amount >= 0 AND most_automatic_amount <= 2000000000)
);
COMMENT ON TABLE deposit_relays IS 'modules/deposits: a phone that reports bank messages';
CREATE INDEX deposit_relays_id ON deposit_relays USING btree (id);
ALTER TABLE deposit_relays ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposit_relays FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON deposit_relays FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY found ON deposit_relays FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON deposit_relays TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON deposit_relays TO munjigi_app, munjigi_system;

CREATE TABLE deposit_rules (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  template text NOT NULL,
  kind text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by_name text NOT NULL,
  last_used_at timestamp(3) with time zone,
  CONSTRAINT deposit_rules_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT deposit_rules_store_id_template_key UNIQUE (store_id, template),
  CONSTRAINT deposit_rules_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT deposit_rules_kind_check CHECK (kind = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'TAKEN_BACK'::text])),
  CONSTRAINT deposit_rules_template_check CHECK (length(template) >= 1 AND length(template) <= 600)
);
COMMENT ON TABLE deposit_rules IS 'modules/deposits: the shape of a bank''s messages that a person taught';
ALTER TABLE deposit_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposit_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON deposit_rules FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON deposit_rules TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE, DELETE ON deposit_rules TO munjigi_app;
GRANT SELECT, INSERT, UPDATE ON deposit_rules TO munjigi_system;

CREATE TABLE deposits (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL,
  kind text,
  amount bigint,
  is_amount_clear boolean NOT NULL,
  depositor_name bytea,
  balance bigint,
  bank text,
  account_end text,
  at timestamp(3) with time zone NOT NULL,
  is_time_known boolean NOT NULL,
  bank_text bytea NOT NULL,
  fault text,
  sources text[] NOT NULL,
  withheld text[] DEFAULT '{}'::text[] NOT NULL,
  relay_id uuid,
  reservation_id uuid,
  payment_id uuid,
  settled_at timestamp(3) with time zone,
  settled_by uuid,
  settled_by_name text,
  note text,
  was_undone boolean DEFAULT false NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT deposits_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT deposits_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT deposits_store_id_payment_id_fkey FOREIGN KEY (store_id, payment_id) REFERENCES payments(store_id, id),
  CONSTRAINT deposits_store_id_relay_id_fkey FOREIGN KEY (store_id, relay_id) REFERENCES deposit_relays(store_id, id),
  CONSTRAINT deposits_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT deposits_amount_check CHECK (amount >= 1 AND amount <= 2000000000),
  CONSTRAINT deposits_check CHECK ((kind IS NULL) = (fault IS NOT NULL) AND (kind IS NULL) = (amount IS NULL)),
  CONSTRAINT deposits_check1 CHECK ((state = ANY (ARRAY['MATCHED_AUTO'::text, 'MATCHED_MANUAL'::text])) = (payment_id IS NOT NULL) AND (payment_id IS NULL) = (reservation_id IS NULL)),
  CONSTRAINT deposits_check2 CHECK ((state = ANY (ARRAY['MATCHED_AUTO'::text, 'MATCHED_MANUAL'::text, 'IGNORED'::text])) = (settled_at IS NOT NULL) AND (settled_at IS NULL) = (settled_by_name IS NULL)),
  CONSTRAINT deposits_check3 CHECK (state <> 'UNREADABLE'::text OR kind IS NULL),
  CONSTRAINT deposits_fault_check CHECK (fault = ANY (ARRAY['ENCODING_LOST'::text, 'KIND_UNCLEAR'::text, 'AMOUNT_UNCLEAR'::text])),
  CONSTRAINT deposits_kind_check CHECK (kind = ANY (ARRAY['DEPOSIT'::text, 'TAKEN_BACK'::text])),
  CONSTRAINT deposits_state_check CHECK (state = ANY (ARRAY['UNMATCHED'::text, 'SUGGESTED'::text, 'MATCHED_AUTO'::text, 'MATCHED_MANUAL'::text, 'IGNORED'::text, 'UNREADABLE'::text]))
);
COMMENT ON TABLE deposits IS 'modules/deposits: a bank transfer, with the reservation it was matched with';
CREATE INDEX deposits_id ON deposits USING btree (id);
CREATE INDEX deposits_latest ON deposits USING btree (product_id, at DESC, id DESC);
CREATE INDEX deposits_open ON deposits USING btree (store_id, at DESC, id DESC) WHERE state = ANY (ARRAY['UNMATCHED'::text, 'SUGGESTED'::text, 'UNREADABLE'::text]);
CREATE UNIQUE INDEX deposits_payment ON deposits USING btree (store_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX deposits_payouts ON deposits USING btree (product_id, at) WHERE state = 'IGNORED'::text AND settled_by IS NULL AND settled_by_name = 'PAYOUT'::text;
CREATE INDEX deposits_same ON deposits USING btree (store_id, amount, at) WHERE amount IS NOT NULL;
CREATE INDEX deposits_store_latest ON deposits USING btree (store_id, at DESC, id DESC);
CREATE TRIGGER deposits_kept BEFORE DELETE OR TRUNCATE ON deposits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE deposits ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposits FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON deposits FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON deposits TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON deposits TO munjigi_app, munjigi_system;

CREATE TABLE device_accounts (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  user_name text NOT NULL,
  password_hash bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by uuid NOT NULL,
  created_by_name text NOT NULL,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT device_accounts_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT device_accounts_user_name_key UNIQUE (user_name),
  CONSTRAINT device_accounts_created_by_name_check CHECK (length(created_by_name) <= 200),
  CONSTRAINT device_accounts_name_check CHECK (length(name) >= 1 AND length(name) <= 60)
);
COMMENT ON TABLE device_accounts IS 'modules/devices: an account of a device at the embedded broker, with the hash of its password';
CREATE INDEX device_accounts_newest ON device_accounts USING btree (store_id, created_at DESC);
ALTER TABLE device_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON device_accounts FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY signs_in ON device_accounts FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON device_accounts TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT (product_id, store_id, id, name, user_name, created_at, created_by, created_by_name, revoked_at), INSERT, UPDATE (revoked_at) ON device_accounts TO munjigi_app;
GRANT SELECT, INSERT ON device_accounts TO munjigi_system;

CREATE TABLE device_history (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  link_id uuid NOT NULL,
  target_kind text NOT NULL,
  target_id uuid NOT NULL,
  room_id uuid,
  action text NOT NULL,
  status text NOT NULL,
  cause_kind text NOT NULL,
  cause_id uuid,
  cause_label text NOT NULL,
  source text NOT NULL,
  reason text,
  request_key text,
  requested_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  deadline_at timestamp(3) with time zone,
  state_when_sent text,
  has_answered boolean DEFAULT false NOT NULL,
  acknowledged_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  latency_ms integer,
  error_code text,
  error_message text,
  state jsonb,
  command_id uuid,
  CONSTRAINT device_history_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT device_history_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT device_history_action_check CHECK (action = ANY (ARRAY['OPEN'::text, 'LOCK'::text, 'SET'::text, 'PRESS'::text, 'LOCKED'::text, 'UNLOCKED'::text, 'UNLATCHED'::text, 'JAMMED'::text, 'ONLINE'::text, 'OFFLINE'::text, 'CHANGED'::text, 'PRESSED'::text, 'DENIED'::text])),
  CONSTRAINT device_history_cause_kind_check CHECK (cause_kind = ANY (ARRAY['PERSON'::text, 'RESERVATION'::text, 'GUEST'::text, 'AUTOMATION'::text, 'DEVICE'::text, 'UNKNOWN'::text])) NOT VALID,
  CONSTRAINT device_history_check CHECK (state IS NOT NULL OR (action <> ALL (ARRAY['SET'::text, 'CHANGED'::text]))),
  CONSTRAINT device_history_latency_ms_check CHECK (latency_ms >= 0),
  CONSTRAINT device_history_status_check CHECK (status = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'ACCEPTED'::text, 'EXECUTED'::text, 'FAILED'::text, 'TIMED_OUT'::text, 'EXPIRED'::text, 'REJECTED_OFFLINE'::text, 'REPORTED'::text])),
  CONSTRAINT device_history_target_kind_check CHECK (target_kind = ANY (ARRAY['DOOR'::text, 'DEVICE'::text]))
);
COMMENT ON TABLE device_history IS 'modules/devices: a command, or an event that a device reported';
CREATE INDEX device_history_cause ON device_history USING btree (product_id, cause_id, store_id, id) WHERE cause_id IS NOT NULL;
CREATE INDEX device_history_failed ON device_history USING btree (store_id, id) WHERE status = ANY (ARRAY['FAILED'::text, 'TIMED_OUT'::text, 'EXPIRED'::text, 'REJECTED_OFFLINE'::text]);
CREATE INDEX device_history_failed_of_product ON device_history USING btree (product_id, id) WHERE status = ANY (ARRAY['FAILED'::text, 'TIMED_OUT'::text, 'EXPIRED'::text, 'REJECTED_OFFLINE'::text]);
CREATE INDEX device_history_newest ON device_history USING btree (product_id, id DESC);
CREATE INDEX device_history_request ON device_history USING btree (store_id, request_key) WHERE request_key IS NOT NULL;
CREATE INDEX device_history_target ON device_history USING btree (store_id, target_id, id DESC);
CREATE INDEX device_history_under_way ON device_history USING btree (store_id, link_id) WHERE status = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'ACCEPTED'::text]);
CREATE TRIGGER device_history_forward BEFORE UPDATE ON device_history FOR EACH ROW EXECUTE FUNCTION keep_history_forward();
CREATE TRIGGER device_history_kept BEFORE DELETE OR TRUNCATE ON device_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER device_history_words BEFORE UPDATE ON device_history FOR EACH ROW EXECUTE FUNCTION keep_history_words();
ALTER TABLE device_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_history FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON device_history FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_way ON device_history FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND (action = ANY (ARRAY['OPEN'::text, 'UNLOCKED'::text])) AND (cause_kind = 'PERSON'::text OR cause_id = (( SELECT actor_reservation() AS actor_reservation))) AND (target_id IN ( SELECT doors.id
   FROM doors)));
CREATE POLICY store_rows ON device_history TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE (status, sent_at, deadline_at, state_when_sent, has_answered, acknowledged_at, finished_at, latency_ms, error_code, error_message) ON device_history TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, id, target_id, action, status, cause_kind, cause_id, requested_at, finished_at) ON device_history TO munjigi_guest;

CREATE TABLE device_history_steps (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  command_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  step text NOT NULL,
  note text,
  CONSTRAINT device_history_steps_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT device_history_steps_store_id_command_id_fkey FOREIGN KEY (store_id, command_id) REFERENCES device_history(store_id, id)
);
COMMENT ON TABLE device_history_steps IS 'modules/devices: a step of a command, or a message that arrived after its end';
CREATE INDEX device_history_steps_command ON device_history_steps USING btree (store_id, command_id);
CREATE TRIGGER device_history_steps_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON device_history_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE device_history_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_history_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON device_history_steps FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON device_history_steps TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON device_history_steps TO munjigi_app, munjigi_system;

CREATE TABLE device_links (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  driver text NOT NULL,
  device_key text NOT NULL,
  settings jsonb NOT NULL,
  target_kind text NOT NULL,
  target_id uuid NOT NULL,
  online text DEFAULT 'UNKNOWN'::text NOT NULL,
  told_online text DEFAULT 'UNKNOWN'::text NOT NULL,
  availability jsonb DEFAULT '{}'::jsonb NOT NULL,
  lock_state text DEFAULT 'UNKNOWN'::text NOT NULL,
  lock_state_source text DEFAULT 'INFERRED'::text NOT NULL,
  is_moving boolean DEFAULT false NOT NULL,
  leaf_state text DEFAULT 'UNKNOWN'::text NOT NULL,
  battery smallint,
  last_seen_at timestamp(3) with time zone,
  last_command_id uuid,
  state jsonb DEFAULT '{}'::jsonb NOT NULL,
  state_source text DEFAULT 'INFERRED'::text NOT NULL,
  removed_at timestamp(3) with time zone,
  CONSTRAINT device_links_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT device_links_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT device_links_battery_check CHECK (battery >= 0 AND battery <= 100),
  CONSTRAINT device_links_driver_check CHECK (driver = ANY (ARRAY['ha-mqtt'::text, 'shelly'::text, 'tasmota'::text, 'zigbee2mqtt'::text])),
  CONSTRAINT device_links_leaf_state_check CHECK (leaf_state = ANY (ARRAY['UNKNOWN'::text, 'OPEN'::text, 'CLOSED'::text, 'JAMMED'::text, 'FORCED_OPEN'::text, 'ERROR'::text, 'AJAR'::text])),
  CONSTRAINT device_links_lock_state_check CHECK (lock_state = ANY (ARRAY['UNKNOWN'::text, 'NOT_FULLY_LOCKED'::text, 'LOCKED'::text, 'UNLOCKED'::text, 'UNLATCHED'::text])),
  CONSTRAINT device_links_lock_state_source_check CHECK (lock_state_source = ANY (ARRAY['REPORTED'::text, 'INFERRED'::text])),
  CONSTRAINT device_links_online_check CHECK (online = ANY (ARRAY['ONLINE'::text, 'OFFLINE'::text, 'UNKNOWN'::text])),
  CONSTRAINT device_links_state_source_check CHECK (state_source = ANY (ARRAY['REPORTED'::text, 'INFERRED'::text])),
  CONSTRAINT device_links_target_kind_check CHECK (target_kind = ANY (ARRAY['DOOR'::text, 'DEVICE'::text])),
  CONSTRAINT device_links_told_online_check CHECK (told_online = ANY (ARRAY['ONLINE'::text, 'OFFLINE'::text, 'UNKNOWN'::text]))
);
COMMENT ON TABLE device_links IS 'modules/devices: the binding of a door or device to its topics, with its last reported state';
CREATE UNIQUE INDEX device_links_device ON device_links USING btree (store_id, driver, device_key) WHERE removed_at IS NULL;
CREATE INDEX device_links_of_target ON device_links USING btree (target_id);
CREATE INDEX device_links_past ON device_links USING btree (store_id, driver, device_key) WHERE removed_at IS NOT NULL;
CREATE UNIQUE INDEX device_links_target ON device_links USING btree (store_id, target_kind, target_id) WHERE removed_at IS NULL;
CREATE TRIGGER device_links_keep_codes AFTER INSERT ON device_links FOR EACH ROW WHEN (new.target_kind = 'DOOR'::text) EXECUTE FUNCTION keep_codes_with_device();
ALTER TABLE device_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_links FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON device_links FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_way ON device_links FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND (id IN ( SELECT doors.link_id
   FROM doors)));
CREATE POLICY store_rows ON device_links TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON device_links TO munjigi_app, munjigi_system;
GRANT SELECT ON device_links TO munjigi_guest;

CREATE TABLE device_listeners (
  broker_name text NOT NULL,
  holder uuid NOT NULL,
  until timestamp(3) with time zone NOT NULL,
  CONSTRAINT device_listeners_pkey PRIMARY KEY (broker_name),
  CONSTRAINT device_listeners_broker_name_check CHECK (broker_name ~ '^[A-Za-z0-9][A-Za-z0-9-]{0,62}$'::text)
);
COMMENT ON TABLE device_listeners IS 'modules/devices: the lease of the process that listens to a broker';
GRANT SELECT (broker_name, until) ON device_listeners TO munjigi_app, munjigi_guest;
GRANT SELECT, INSERT, UPDATE ON device_listeners TO munjigi_system;

CREATE TABLE device_odd_members (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  link_id uuid NOT NULL,
  member text NOT NULL,
  text text NOT NULL,
  count bigint NOT NULL,
  first_at timestamp(3) with time zone NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT device_odd_members_pkey PRIMARY KEY (store_id, link_id, member),
  CONSTRAINT device_odd_members_store_id_link_id_fkey FOREIGN KEY (store_id, link_id) REFERENCES device_links(store_id, id) ON DELETE CASCADE,
  CONSTRAINT device_odd_members_count_check CHECK (count > 0),
  CONSTRAINT device_odd_members_member_check CHECK (char_length(member) >= 1 AND char_length(member) <= 60),
  CONSTRAINT device_odd_members_text_check CHECK (char_length(text) <= 100)
);
COMMENT ON TABLE device_odd_members IS 'modules/devices: the members of the messages of a door or device that could not be read, with their last text and their number';
ALTER TABLE device_odd_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_odd_members FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON device_odd_members FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON device_odd_members TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON device_odd_members TO munjigi_app, munjigi_system;

CREATE TABLE devices (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  traits jsonb NOT NULL,
  link_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  removed_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT devices_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT devices_store_id_link_id_key UNIQUE (store_id, link_id),
  CONSTRAINT devices_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT devices_store_id_link_id_fkey FOREIGN KEY (store_id, link_id) REFERENCES device_links(store_id, id),
  CONSTRAINT devices_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT devices_kind_check CHECK (kind = ANY (ARRAY['SWITCH'::text, 'LIGHT'::text, 'CLIMATE'::text, 'BINARY_SENSOR'::text, 'SENSOR'::text, 'BUTTON'::text]))
);
COMMENT ON TABLE devices IS 'modules/room-devices: a light, climate unit, sensor or button of a room';
CREATE INDEX devices_id ON devices USING btree (id);
CREATE INDEX devices_room ON devices USING btree (store_id, room_id) WHERE removed_at IS NULL;
ALTER TABLE devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE devices FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON devices FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON devices TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON devices TO munjigi_app, munjigi_system;

CREATE TABLE discovered_devices (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  driver text NOT NULL,
  device_key text NOT NULL,
  announced_at_topic text NOT NULL,
  name text NOT NULL,
  manufacturer text,
  model text,
  settings jsonb NOT NULL,
  obstacle text,
  first_seen_at timestamp(3) with time zone NOT NULL,
  withdrawn_at timestamp(3) with time zone,
  kind text NOT NULL,
  traits jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT discovered_devices_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT discovered_devices_store_id_driver_device_key_key UNIQUE (store_id, driver, device_key),
  CONSTRAINT discovered_devices_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT discovered_devices_device_key_check CHECK (length(device_key) <= 200),
  CONSTRAINT discovered_devices_driver_check CHECK (driver = ANY (ARRAY['ha-mqtt'::text, 'shelly'::text, 'tasmota'::text, 'zigbee2mqtt'::text])),
  CONSTRAINT discovered_devices_kind_check CHECK (kind = ANY (ARRAY['LOCK'::text, 'SWITCH'::text, 'LIGHT'::text, 'CLIMATE'::text, 'BINARY_SENSOR'::text, 'SENSOR'::text, 'BUTTON'::text]))
);
COMMENT ON TABLE discovered_devices IS 'modules/devices: a device that announced itself';
CREATE INDEX discovered_devices_id ON discovered_devices USING btree (id);
CREATE INDEX discovered_devices_topic ON discovered_devices USING btree (store_id, announced_at_topic);
ALTER TABLE discovered_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE discovered_devices FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON discovered_devices FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON discovered_devices TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON discovered_devices TO munjigi_app, munjigi_system;

CREATE TABLE door_displays (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  issued_at timestamp(3) with time zone NOT NULL,
  issued_by uuid NOT NULL,
  issued_by_name text NOT NULL,
  revoked_at timestamp(3) with time zone,
  last_seen_at timestamp(3) with time zone,
  CONSTRAINT door_displays_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT door_displays_token_hash_key UNIQUE (token_hash),
  CONSTRAINT door_displays_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT door_displays_issued_by_name_check CHECK (length(issued_by_name) <= 200)
);
COMMENT ON TABLE door_displays IS 'modules/displays: the tablet at the door of a room, with the hash of its token and when it was last seen';
CREATE UNIQUE INDEX door_displays_active ON door_displays USING btree (store_id, room_id) WHERE revoked_at IS NULL;
CREATE INDEX door_displays_latest ON door_displays USING btree (store_id, room_id, issued_at DESC);
ALTER TABLE door_displays ENABLE ROW LEVEL SECURITY;
ALTER TABLE door_displays FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON door_displays FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY signs_in ON door_displays TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON door_displays TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT (product_id, store_id, id, room_id, issued_at, issued_by, issued_by_name, revoked_at, last_seen_at), INSERT, UPDATE (revoked_at) ON door_displays TO munjigi_app;
GRANT SELECT, INSERT, UPDATE (last_seen_at) ON door_displays TO munjigi_system;

CREATE TABLE doors (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid,
  name text NOT NULL,
  link_id uuid NOT NULL,
  door_mode text DEFAULT 'NORMAL'::text NOT NULL,
  open_seconds integer DEFAULT 5 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  access_before_minutes integer,
  access_after_minutes integer,
  left_open_seconds integer DEFAULT 120,
  rings_when_forced boolean DEFAULT true NOT NULL,
  offline_seconds integer DEFAULT 120,
  battery_percent smallint DEFAULT 20,
  rings_when_jammed boolean DEFAULT true NOT NULL,
  tested_at timestamp(3) with time zone,
  round_trip_ms integer,
  held_until timestamp(3) with time zone,
  held_by_command_id uuid,
  held_for_reservation_id uuid,
  relock_attempts smallint DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone,
  emergency_id uuid,
  spare_codes smallint DEFAULT 2 NOT NULL,
  removed_at timestamp(3) with time zone,
  CONSTRAINT doors_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT doors_store_id_link_id_key UNIQUE (store_id, link_id),
  CONSTRAINT doors_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT doors_store_id_link_id_fkey FOREIGN KEY (store_id, link_id) REFERENCES device_links(store_id, id),
  CONSTRAINT doors_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT doors_access_after_minutes_check CHECK (access_after_minutes >= 0 AND access_after_minutes <= 240),
  CONSTRAINT doors_access_before_minutes_check CHECK (access_before_minutes >= 0 AND access_before_minutes <= 240),
  CONSTRAINT doors_battery_percent_check CHECK (battery_percent >= 1 AND battery_percent <= 90),
  CONSTRAINT doors_check CHECK (held_until IS NULL OR door_mode = 'HELD_OPEN'::text),
  CONSTRAINT doors_door_mode_check CHECK (door_mode = ANY (ARRAY['NORMAL'::text, 'HELD_OPEN'::text, 'LOCKED_DOWN'::text])),
  CONSTRAINT doors_left_open_seconds_check CHECK (left_open_seconds >= 10 AND left_open_seconds <= 3600),
  CONSTRAINT doors_offline_seconds_check CHECK (offline_seconds >= 10 AND offline_seconds <= 86400),
  CONSTRAINT doors_open_seconds_check CHECK (open_seconds >= 1 AND open_seconds <= 600),
  CONSTRAINT doors_round_trip_ms_check CHECK (round_trip_ms >= 0),
  CONSTRAINT doors_spare_codes_check CHECK (spare_codes >= 0 AND spare_codes <= 5)
);
COMMENT ON TABLE doors IS 'modules/doors: a door with its settings and its hold';
CREATE INDEX doors_due ON doors USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX doors_id ON doors USING btree (id);
CREATE TRIGGER doors_review_access AFTER INSERT ON doors FOR EACH ROW EXECUTE FUNCTION review_access_of_store();
CREATE TRIGGER doors_review_access_again AFTER UPDATE OF room_id, link_id, access_before_minutes, access_after_minutes, removed_at ON doors FOR EACH ROW WHEN (old.room_id IS DISTINCT FROM new.room_id OR old.link_id IS DISTINCT FROM new.link_id OR old.access_before_minutes IS DISTINCT FROM new.access_before_minutes OR old.access_after_minutes IS DISTINCT FROM new.access_after_minutes OR old.removed_at IS DISTINCT FROM new.removed_at) EXECUTE FUNCTION review_access_of_store();
CREATE TRIGGER doors_review_pool AFTER INSERT ON doors FOR EACH ROW EXECUTE FUNCTION review_pool();
CREATE TRIGGER doors_review_pool_again AFTER UPDATE OF link_id, spare_codes, removed_at ON doors FOR EACH ROW WHEN (old.link_id IS DISTINCT FROM new.link_id OR old.spare_codes IS DISTINCT FROM new.spare_codes OR old.removed_at IS DISTINCT FROM new.removed_at) EXECUTE FUNCTION review_pool();
CREATE TRIGGER doors_review_suspension AFTER UPDATE OF door_mode ON doors FOR EACH ROW WHEN ((old.door_mode = 'LOCKED_DOWN'::text) IS DISTINCT FROM (new.door_mode = 'LOCKED_DOWN'::text)) EXECUTE FUNCTION review_suspension();
ALTER TABLE doors ENABLE ROW LEVEL SECURITY;
ALTER TABLE doors FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON doors FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON doors FOR SELECT TO munjigi_system
  USING (due_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY own_way ON doors FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND (room_id IS NULL OR (room_id IN ( SELECT reservations.room_id
   FROM reservations)) OR (room_id IN ( SELECT room_parts.part_room_id
   FROM room_parts))));
CREATE POLICY store_rows ON doors TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON doors TO munjigi_app, munjigi_system;
GRANT SELECT ON doors TO munjigi_guest;

CREATE TABLE emergencies (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  started_by uuid NOT NULL,
  started_by_name text NOT NULL,
  ended_at timestamp(3) with time zone,
  ended_by uuid,
  ended_by_name text,
  CONSTRAINT emergencies_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT emergencies_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT emergencies_check CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (ended_by_name IS NULL)),
  CONSTRAINT emergencies_kind_check CHECK (kind = ANY (ARRAY['LOCKDOWN'::text, 'FIRE_RELEASE'::text]))
);
COMMENT ON TABLE emergencies IS 'modules/doors: a lockdown or a fire release';
CREATE INDEX emergencies_id ON emergencies USING btree (id);
CREATE UNIQUE INDEX emergencies_in_force ON emergencies USING btree (store_id) WHERE ended_at IS NULL;
CREATE INDEX emergencies_newest ON emergencies USING btree (product_id, started_at DESC, id DESC);
ALTER TABLE emergencies ENABLE ROW LEVEL SECURITY;
ALTER TABLE emergencies FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON emergencies FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON emergencies TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON emergencies TO munjigi_app, munjigi_system;

CREATE TABLE emergency_doors (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  emergency_id uuid NOT NULL,
  door_id uuid NOT NULL,
  action text,
  command_id uuid,
  attempts smallint DEFAULT 0 NOT NULL,
  mode_before text NOT NULL,
  held_until_before timestamp(3) with time zone,
  held_for_reservation_id_before uuid,
  CONSTRAINT emergency_doors_pkey PRIMARY KEY (store_id, emergency_id, door_id),
  CONSTRAINT emergency_doors_store_id_door_id_fkey FOREIGN KEY (store_id, door_id) REFERENCES doors(store_id, id),
  CONSTRAINT emergency_doors_store_id_emergency_id_fkey FOREIGN KEY (store_id, emergency_id) REFERENCES emergencies(store_id, id),
  CONSTRAINT emergency_doors_action_check CHECK (action = ANY (ARRAY['LOCK'::text, 'OPEN'::text])),
  CONSTRAINT emergency_doors_check CHECK (action IS NOT NULL OR command_id IS NULL),
  CONSTRAINT emergency_doors_mode_before_check CHECK (mode_before = ANY (ARRAY['NORMAL'::text, 'HELD_OPEN'::text]))
);
COMMENT ON TABLE emergency_doors IS 'modules/doors: a door of an emergency, and the command that it needs';
CREATE INDEX emergency_doors_command ON emergency_doors USING btree (store_id, command_id) WHERE command_id IS NOT NULL;
CREATE INDEX emergency_doors_due ON emergency_doors USING btree (store_id, emergency_id) WHERE action IS NOT NULL AND command_id IS NULL;
ALTER TABLE emergency_doors ENABLE ROW LEVEL SECURITY;
ALTER TABLE emergency_doors FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON emergency_doors FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON emergency_doors FOR SELECT TO munjigi_system
  USING (action IS NOT NULL AND command_id IS NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON emergency_doors TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON emergency_doors TO munjigi_app, munjigi_system;

CREATE TABLE event_sequence (
  only_row boolean DEFAULT true NOT NULL,
  last_position bigint NOT NULL,
  epoch text NOT NULL,
  CONSTRAINT event_sequence_pkey PRIMARY KEY (only_row),
  CONSTRAINT event_sequence_epoch_check CHECK (epoch ~ '^[0-9a-f]{12}$'::text),
  CONSTRAINT event_sequence_only_row_check CHECK (only_row)
);
COMMENT ON TABLE event_sequence IS 'events: the only row: the last position, and the epoch that positions belong to; a restore begins a new one';
GRANT SELECT, UPDATE ON event_sequence TO munjigi_system;

CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  product_id uuid NOT NULL,
  store_id uuid,
  name text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  "position" bigint,
  CONSTRAINT events_position_check CHECK ("position" > 0)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);
COMMENT ON TABLE events IS 'events: a published event; the sequencer sets its `position` after the commit';
CREATE INDEX events_of_product ON events USING btree (product_id, "position") WHERE "position" IS NOT NULL;
CREATE UNIQUE INDEX events_position ON events USING btree ("position") WHERE "position" IS NOT NULL;
CREATE UNIQUE INDEX events_unsequenced ON events USING btree (id) WHERE "position" IS NULL;
GRANT INSERT (product_id, store_id, name, data) ON events TO munjigi_app;
GRANT SELECT, INSERT (product_id, store_id, name, data), UPDATE ("position"), DELETE ON events TO munjigi_system;

CREATE TABLE events_floor (
  only_row boolean DEFAULT true NOT NULL,
  "position" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT events_floor_pkey PRIMARY KEY (only_row),
  CONSTRAINT events_floor_only_row_check CHECK (only_row)
);
COMMENT ON TABLE events_floor IS 'events: the only row: the position up to which old events were deleted';
GRANT SELECT, UPDATE ON events_floor TO munjigi_system;

CREATE TABLE extension_offers (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  offered_at timestamp(3) with time zone NOT NULL,
  choices jsonb NOT NULL,
  reason text,
  ended_at timestamp(3) with time zone,
  CONSTRAINT extension_offers_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT extension_offers_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES reservations(store_id, id),
  CONSTRAINT extension_offers_check CHECK ((reason IS NULL) = (jsonb_array_length(choices) > 0))
);
COMMENT ON TABLE extension_offers IS 'modules/automation: extensions that a guest was offered, or the reason why none was offered';
CREATE INDEX extension_offers_open ON extension_offers USING btree (store_id) WHERE ended_at IS NULL;
ALTER TABLE extension_offers ENABLE ROW LEVEL SECURITY;
ALTER TABLE extension_offers FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON extension_offers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON extension_offers TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON extension_offers TO munjigi_app, munjigi_system;

CREATE TABLE guest_answers (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  case_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  answer_text bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by uuid NOT NULL,
  created_by_name text NOT NULL,
  CONSTRAINT guest_answers_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT guest_answers_store_id_case_id_fkey FOREIGN KEY (store_id, case_id) REFERENCES help_desk_cases(store_id, id),
  CONSTRAINT guest_answers_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT guest_answers_created_by_name_check CHECK (length(created_by_name) <= 200)
);
COMMENT ON TABLE guest_answers IS 'modules/help-desk: what a person wrote to a guest who asked for help, encrypted';
CREATE INDEX guest_answers_case ON guest_answers USING btree (store_id, case_id, created_at);
CREATE TRIGGER guest_answers_queue_message AFTER INSERT ON guest_answers FOR EACH ROW EXECUTE FUNCTION queue_answer_message();
ALTER TABLE guest_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON guest_answers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_answers ON guest_answers FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND reservation_id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON guest_answers TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON guest_answers TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, id, case_id, reservation_id, answer_text, created_at) ON guest_answers TO munjigi_guest;

CREATE TABLE guest_help_notes (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  case_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  note_text bytea NOT NULL,
  photo bytea NOT NULL,
  photo_width integer,
  photo_height integer,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT guest_help_notes_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT guest_help_notes_store_id_case_id_fkey FOREIGN KEY (store_id, case_id) REFERENCES help_desk_cases(store_id, id),
  CONSTRAINT guest_help_notes_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT guest_help_notes_check CHECK ((photo_width IS NULL) = (photo_height IS NULL))
);
COMMENT ON TABLE guest_help_notes IS 'modules/help-desk: what a guest wrote when they asked for help, or a photo of theirs, encrypted';
CREATE INDEX guest_help_notes_case ON guest_help_notes USING btree (store_id, case_id, created_at);
ALTER TABLE guest_help_notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_help_notes FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON guest_help_notes FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_notes ON guest_help_notes FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND reservation_id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON guest_help_notes TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON guest_help_notes TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, id, case_id, reservation_id, note_text, photo_width, photo_height, created_at) ON guest_help_notes TO munjigi_guest;

CREATE TABLE guest_notes (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  guest_phone bytea NOT NULL,
  phone_mark bytea,
  note_text bytea NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT guest_notes_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT guest_notes_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id)
);
COMMENT ON TABLE guest_notes IS 'modules/reservations: what the staff of a store wrote about the guest with this phone number';
CREATE UNIQUE INDEX guest_notes_phone ON guest_notes USING btree (store_id, phone_mark);
ALTER TABLE guest_notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_notes FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON guest_notes FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON guest_notes TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE, DELETE ON guest_notes TO munjigi_app, munjigi_system;

CREATE TABLE guest_reviews (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  due_at timestamp(3) with time zone,
  CONSTRAINT guest_reviews_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT guest_reviews_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES reservations(store_id, id)
);
COMMENT ON TABLE guest_reviews IS 'modules/automation: when a guest''s stay is reviewed next for entry checks and extension offers';
CREATE INDEX guest_reviews_due ON guest_reviews USING btree (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE guest_reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON guest_reviews FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON guest_reviews FOR SELECT TO munjigi_system
  USING (due_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON guest_reviews TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON guest_reviews TO munjigi_app, munjigi_system;

CREATE TABLE guest_tokens (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  reservation_code text NOT NULL,
  token_hash bytea NOT NULL,
  issued_at timestamp(3) with time zone NOT NULL,
  issued_by uuid,
  issued_by_name text,
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  command_id uuid,
  key_mark text DEFAULT ''::text NOT NULL,
  device_hash bytea,
  shared_at timestamp with time zone,
  CONSTRAINT guest_tokens_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT guest_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT guest_tokens_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT guest_tokens_check CHECK ((issued_by IS NULL) = (issued_by_name IS NULL)),
  CONSTRAINT guest_tokens_device_hash_check CHECK (length(device_hash) = 32),
  CONSTRAINT guest_tokens_issued_by_name_check CHECK (length(issued_by_name) <= 200)
);
COMMENT ON TABLE guest_tokens IS 'modules/guest-access: the access token of a guest, with its hash and the mark of the key that derives it; at most one per reservation and key is valid; the mark of the first device, and since when others use the link';
CREATE INDEX guest_tokens_latest ON guest_tokens USING btree (store_id, reservation_id, issued_at DESC);
CREATE UNIQUE INDEX guest_tokens_valid ON guest_tokens USING btree (store_id, reservation_id, key_mark) WHERE revoked_at IS NULL;
ALTER TABLE guest_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON guest_tokens FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_token ON guest_tokens FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND reservation_id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY signs_in ON guest_tokens TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON guest_tokens TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT (product_id, store_id, id, reservation_id, reservation_code, issued_at, issued_by, issued_by_name, expires_at, revoked_at, last_used_at, command_id, key_mark), INSERT, UPDATE (expires_at, revoked_at), DELETE ON guest_tokens TO munjigi_app;
GRANT SELECT (product_id, store_id, id, reservation_id, issued_at, expires_at, revoked_at) ON guest_tokens TO munjigi_guest;
GRANT SELECT, INSERT, UPDATE (expires_at, revoked_at, last_used_at, command_id, device_hash, shared_at), DELETE ON guest_tokens TO munjigi_system;

CREATE TABLE held_moves (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid NOT NULL,
  room_name text NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  buffer_ends_at timestamp(3) with time zone NOT NULL,
  business_date date NOT NULL,
  head_count integer NOT NULL,
  price_amount bigint NOT NULL,
  price_lines jsonb NOT NULL,
  add_on_lines jsonb NOT NULL,
  discount jsonb,
  added_amount bigint NOT NULL,
  stay_before jsonb NOT NULL,
  hold_ids uuid[] NOT NULL,
  held_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT held_moves_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT held_moves_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES reservations(store_id, id),
  CONSTRAINT held_moves_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT held_moves_added_amount_check CHECK (added_amount > 0),
  CONSTRAINT held_moves_check CHECK (starts_at < ends_at AND ends_at <= buffer_ends_at AND held_at < expires_at)
);
COMMENT ON TABLE held_moves IS 'modules/reservations: a move of a stay that its guest has not paid yet, with the blocks that keep the new time';
CREATE INDEX held_moves_due ON held_moves USING btree (expires_at);
ALTER TABLE held_moves ENABLE ROW LEVEL SECURITY;
ALTER TABLE held_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON held_moves FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON held_moves FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY own_move ON held_moves FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON held_moves TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE, DELETE ON held_moves TO munjigi_app, munjigi_system;
GRANT SELECT ON held_moves TO munjigi_guest;

CREATE TABLE help_desk_cases (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  person_id uuid,
  person_name text,
  opened_at timestamp(3) with time zone NOT NULL,
  business_date date NOT NULL,
  resolved_at timestamp(3) with time zone,
  outcome text,
  note text DEFAULT ''::text NOT NULL,
  seen_at timestamp(3) with time zone,
  trouble text,
  CONSTRAINT help_desk_cases_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT help_desk_cases_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT help_desk_cases_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT help_desk_cases_check CHECK ((resolved_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT help_desk_cases_check1 CHECK (resolved_at >= opened_at),
  CONSTRAINT help_desk_cases_check2 CHECK ((person_id IS NULL) = (person_name IS NULL)),
  CONSTRAINT help_desk_cases_check3 CHECK (seen_at IS NULL OR person_id IS NULL),
  CONSTRAINT help_desk_cases_check4 CHECK (trouble IS NULL OR person_id IS NULL),
  CONSTRAINT help_desk_cases_note_check CHECK (length(note) <= 300),
  CONSTRAINT help_desk_cases_outcome_check CHECK (outcome = ANY (ARRAY['DOOR_OPENED'::text, 'EXTENDED'::text, 'NEW_CODE'::text, 'EXPLAINED'::text, 'PASSED_ON'::text, 'NOT_REACHED'::text])),
  CONSTRAINT help_desk_cases_person_name_check CHECK (length(person_name) <= 200),
  CONSTRAINT help_desk_cases_trouble_check CHECK (trouble = ANY (ARRAY['DOOR'::text, 'EQUIPMENT'::text, 'OTHER'::text]))
);
COMMENT ON TABLE help_desk_cases IS 'modules/help-desk: the help that a person gave to a guest, or the request of the guest';
CREATE INDEX help_desk_cases_newest ON help_desk_cases USING btree (product_id, opened_at DESC, id DESC);
CREATE INDEX help_desk_cases_of_day ON help_desk_cases USING btree (store_id, business_date);
CREATE UNIQUE INDEX help_desk_cases_of_guest ON help_desk_cases USING btree (store_id, reservation_id) WHERE resolved_at IS NULL AND person_id IS NULL;
CREATE INDEX help_desk_cases_of_reservation ON help_desk_cases USING btree (store_id, reservation_id, opened_at DESC);
CREATE UNIQUE INDEX help_desk_cases_open ON help_desk_cases USING btree (store_id, reservation_id, person_id) WHERE resolved_at IS NULL;
CREATE INDEX help_desk_cases_raised ON help_desk_cases USING btree (product_id, opened_at) WHERE resolved_at IS NULL AND seen_at IS NULL AND person_id IS NULL;
CREATE TRIGGER help_desk_cases_forward BEFORE UPDATE ON help_desk_cases FOR EACH ROW EXECUTE FUNCTION keep_help_desk_case();
CREATE TRIGGER help_desk_cases_kept BEFORE DELETE OR TRUNCATE ON help_desk_cases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE help_desk_cases ENABLE ROW LEVEL SECURITY;
ALTER TABLE help_desk_cases FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON help_desk_cases FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_case ON help_desk_cases FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND reservation_id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON help_desk_cases TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON help_desk_cases TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, id, reservation_id, person_id, opened_at, resolved_at, seen_at, trouble) ON help_desk_cases TO munjigi_guest;

CREATE TABLE idempotency_keys (
  product_id uuid NOT NULL,
  user_id uuid NOT NULL,
  key text NOT NULL,
  endpoint text NOT NULL,
  body_hash text NOT NULL,
  status integer,
  reply bytea,
  created_at timestamp(3) with time zone NOT NULL,
  locked_until timestamp(3) with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (product_id, user_id, key)
);
COMMENT ON TABLE idempotency_keys IS 'http: the idempotency key of a request, and the stored reply';
CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING btree (created_at);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON idempotency_keys FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_keys ON idempotency_keys TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND user_id = NULLIF(current_setting('app.user_id'::text, true), ''::text)::uuid);
CREATE POLICY own_keys_of_guest ON idempotency_keys TO munjigi_guest
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND user_id = NULLIF(current_setting('app.user_id'::text, true), ''::text)::uuid);
CREATE POLICY system_cleans ON idempotency_keys TO munjigi_system
  USING (true);
GRANT SELECT, INSERT, UPDATE ON idempotency_keys TO munjigi_app, munjigi_guest;
GRANT SELECT, UPDATE (reply), DELETE ON idempotency_keys TO munjigi_system;

CREATE TABLE identity_providers (
  product_id uuid NOT NULL,
  base_url text NOT NULL,
  channel_key text NOT NULL,
  merchant_id text NOT NULL,
  api_secret bytea NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT identity_providers_pkey PRIMARY KEY (product_id),
  CONSTRAINT identity_providers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
COMMENT ON TABLE identity_providers IS 'modules/identity-checks: the connection of a product to the provider of identity checks';
ALTER TABLE identity_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_providers FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON identity_providers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON identity_providers TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY read_to_call ON identity_providers FOR SELECT TO munjigi_system
  USING (true);
GRANT SELECT, INSERT, UPDATE ON identity_providers TO munjigi_app;
GRANT SELECT ON identity_providers TO munjigi_system;

CREATE TABLE incident_notices (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  incident_id uuid NOT NULL,
  step smallint NOT NULL,
  user_id uuid NOT NULL,
  channel text NOT NULL,
  state text NOT NULL,
  error text,
  due_at timestamp(3) with time zone NOT NULL,
  sent_at timestamp(3) with time zone,
  message_id uuid,
  CONSTRAINT incident_notices_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT incident_notices_store_id_incident_id_step_user_id_channel_key UNIQUE (store_id, incident_id, step, user_id, channel),
  CONSTRAINT incident_notices_store_id_incident_id_fkey FOREIGN KEY (store_id, incident_id) REFERENCES incidents(store_id, id) ON DELETE CASCADE,
  CONSTRAINT incident_notices_channel_check CHECK (channel = ANY (ARRAY['PUSH'::text, 'SMS'::text, 'EMAIL'::text])),
  CONSTRAINT incident_notices_check CHECK ((state = 'SENT'::text) = (sent_at IS NOT NULL)),
  CONSTRAINT incident_notices_state_check CHECK (state = ANY (ARRAY['WAITING'::text, 'SENT'::text, 'FAILED'::text, 'SKIPPED'::text])),
  CONSTRAINT incident_notices_step_check CHECK (step > 0)
);
COMMENT ON TABLE incident_notices IS 'modules/on-call: a notice of one step of an incident to one person on one channel';
CREATE INDEX incident_notices_waiting ON incident_notices USING btree (store_id) WHERE state = 'WAITING'::text;
ALTER TABLE incident_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE incident_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON incident_notices FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON incident_notices TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON incident_notices TO munjigi_app, munjigi_system;

CREATE TABLE incidents (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  reservation_id uuid,
  door_id uuid,
  room_id uuid,
  details text[] NOT NULL,
  opened_at timestamp(3) with time zone NOT NULL,
  acknowledged_at timestamp(3) with time zone,
  acknowledged_by uuid,
  acknowledged_by_name text,
  resolved_at timestamp(3) with time zone,
  step smallint DEFAULT 0 NOT NULL,
  step_at timestamp(3) with time zone,
  CONSTRAINT incidents_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT incidents_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT incidents_store_id_door_id_fkey FOREIGN KEY (store_id, door_id) REFERENCES doors(store_id, id),
  CONSTRAINT incidents_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT incidents_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT incidents_check CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL) AND (acknowledged_at IS NULL) = (acknowledged_by_name IS NULL)),
  CONSTRAINT incidents_check1 CHECK ((step = 0) = (step_at IS NULL)),
  CONSTRAINT incidents_kind_check CHECK (kind = ANY (ARRAY['READINESS'::text, 'DOOR_OFFLINE'::text, 'OVERRUN'::text, 'ALARM'::text, 'REFUND_FAILED'::text, 'MESSAGE_UNDELIVERABLE'::text, 'CODE_FLOOD'::text, 'TEST'::text])) NOT VALID
);
COMMENT ON TABLE incidents IS 'modules/on-call: something that needs or needed a person';
CREATE INDEX incidents_id ON incidents USING btree (id);
CREATE INDEX incidents_latest ON incidents USING btree (product_id, opened_at DESC, id DESC);
CREATE UNIQUE INDEX incidents_pending ON incidents USING btree (store_id, kind, subject_id) WHERE resolved_at IS NULL;
CREATE INDEX incidents_store_latest ON incidents USING btree (store_id, opened_at DESC, id DESC);
ALTER TABLE incidents ENABLE ROW LEVEL SECURITY;
ALTER TABLE incidents FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON incidents FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON incidents TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON incidents TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON incidents TO munjigi_system;

CREATE TABLE job_peers (
  peer uuid NOT NULL,
  timeouts integer DEFAULT 0 NOT NULL,
  suspended_until timestamp(3) with time zone,
  changed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT job_peers_pkey PRIMARY KEY (peer)
);
COMMENT ON TABLE job_peers IS 'jobs: a peer that did not answer in time, and until when its jobs are suspended';
ALTER TABLE job_peers ENABLE ROW LEVEL SECURITY;
ALTER TABLE job_peers FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON job_peers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_own_endpoints ON job_peers TO munjigi_app
  USING ((EXISTS ( SELECT
   FROM webhook_endpoints e
  WHERE e.id = job_peers.peer)));
CREATE POLICY running ON job_peers TO munjigi_system
  USING (true);
GRANT SELECT, UPDATE, DELETE ON job_peers TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON job_peers TO munjigi_system;

CREATE TABLE jobs (
  id uuid NOT NULL,
  kind text NOT NULL,
  dedupe_key text,
  payload jsonb NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  locked_until timestamp(3) with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  last_error text,
  claimed_by uuid,
  peer uuid,
  CONSTRAINT jobs_pkey PRIMARY KEY (id),
  CONSTRAINT jobs_kind_dedupe_key_key UNIQUE (kind, dedupe_key)
);
COMMENT ON TABLE jobs IS 'jobs: a job with its due time, its attempts and the lease of the process that runs it';
CREATE INDEX jobs_due ON jobs USING btree (kind, due_at) WHERE peer IS NULL;
CREATE INDEX jobs_of_peer ON jobs USING btree (peer, due_at) WHERE peer IS NOT NULL;
CREATE INDEX jobs_running_at_peer ON jobs USING btree (peer) WHERE peer IS NOT NULL AND locked_until IS NOT NULL;
CREATE TRIGGER jobs_peer BEFORE INSERT ON jobs FOR EACH ROW WHEN (new.peer IS NULL AND (new.kind = ANY (ARRAY['webhooks.deliver'::text, 'push.send'::text]))) EXECUTE FUNCTION set_peer_of_job();
GRANT SELECT (kind, dedupe_key), INSERT ON jobs TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs TO munjigi_system;

CREATE TABLE known_devices (
  user_id uuid NOT NULL,
  device_hash bytea NOT NULL,
  last_used_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, device_hash),
  CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
COMMENT ON TABLE known_devices IS 'modules/accounts: a browser that a person has signed in with, as a keyed hash';
GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices TO munjigi_system;

CREATE TABLE ledger_entries (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  line smallint NOT NULL,
  account text NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (store_id, transaction_id, line),
  CONSTRAINT ledger_entries_store_id_transaction_id_fkey FOREIGN KEY (store_id, transaction_id) REFERENCES ledger_transactions(store_id, id),
  CONSTRAINT ledger_entries_account_check CHECK (account = ANY (ARRAY['MONEY_AT_PROVIDER'::text, 'MONEY_AT_CHANNEL'::text, 'MONEY_AT_STORE'::text, 'MONEY_AT_STORE_MERCHANT'::text, 'SALES_SUPPLY'::text, 'SALES_VAT'::text, 'SALES_TAX_FREE'::text, 'PREPAID_PASSES'::text, 'PROVIDER_FEE'::text, 'PROVIDER_FEE_VAT'::text, 'CHANNEL_COMMISSION'::text, 'CHANNEL_COMMISSION_VAT'::text, 'COUPON_SUPPLY'::text, 'COUPON_VAT'::text, 'ROYALTY'::text, 'ROYALTY_VAT'::text, 'DUE_FROM_HEAD_OFFICE'::text, 'PAYOUT'::text, 'WITHHOLDING'::text, 'ADJUSTMENTS'::text])) NOT VALID,
  CONSTRAINT ledger_entries_amount_check CHECK (amount <> 0 AND amount >= '-1000000000000'::bigint AND amount <= '1000000000000'::bigint),
  CONSTRAINT ledger_entries_line_check CHECK (line > 0)
);
COMMENT ON TABLE ledger_entries IS 'modules/payments: a line of a transaction: debit above zero, credit below';
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_at_once AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_lines_come_at_once();
CREATE TRIGGER ledger_entries_counted AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON ledger_entries FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON ledger_entries TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON ledger_entries TO munjigi_app, munjigi_system;

CREATE TABLE ledger_transactions (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  payment_id uuid,
  refund_id uuid,
  reverses_id uuid,
  reservation_id uuid,
  room_id uuid,
  method text,
  provider text,
  channel text,
  occurred_at timestamp(3) with time zone NOT NULL,
  business_date date NOT NULL,
  settlement_id uuid,
  CONSTRAINT ledger_transactions_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT ledger_transactions_store_id_refund_id_key UNIQUE (store_id, refund_id),
  CONSTRAINT ledger_transactions_store_id_reverses_id_key UNIQUE (store_id, reverses_id),
  CONSTRAINT ledger_transactions_store_id_settlement_id_kind_key UNIQUE (store_id, settlement_id, kind),
  CONSTRAINT ledger_transactions_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT ledger_transactions_store_id_payment_id_fkey FOREIGN KEY (store_id, payment_id) REFERENCES payments(store_id, id),
  CONSTRAINT ledger_transactions_store_id_refund_id_fkey FOREIGN KEY (store_id, refund_id) REFERENCES payment_refunds(store_id, id),
  CONSTRAINT ledger_transactions_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT ledger_transactions_store_id_reverses_id_fkey FOREIGN KEY (store_id, reverses_id) REFERENCES ledger_transactions(store_id, id),
  CONSTRAINT ledger_transactions_store_id_settlement_id_fkey FOREIGN KEY (store_id, settlement_id) REFERENCES settlements(store_id, id),
  CONSTRAINT ledger_transactions_check CHECK ((kind = 'REFUND'::text) = (refund_id IS NOT NULL)),
  CONSTRAINT ledger_transactions_check1 CHECK ((kind = 'REVERSAL'::text) = (reverses_id IS NOT NULL)),
  CONSTRAINT ledger_transactions_check2 CHECK ((kind = ANY (ARRAY['SETTLEMENT'::text, 'PAYOUT'::text])) = (settlement_id IS NOT NULL)),
  CONSTRAINT ledger_transactions_kind_check CHECK (kind = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'REVERSAL'::text, 'COUPON'::text, 'ADJUSTMENT'::text, 'SETTLEMENT'::text, 'PAYOUT'::text])) NOT VALID
);
COMMENT ON TABLE ledger_transactions IS 'modules/payments: a transaction of the ledger';
CREATE INDEX ledger_transactions_coupon ON ledger_transactions USING btree (store_id, reservation_id) WHERE kind = 'COUPON'::text;
CREATE INDEX ledger_transactions_latest ON ledger_transactions USING btree (product_id, business_date DESC, id DESC);
CREATE INDEX ledger_transactions_payment ON ledger_transactions USING btree (store_id, payment_id);
CREATE INDEX ledger_transactions_reservation ON ledger_transactions USING btree (store_id, reservation_id);
CREATE INDEX ledger_transactions_store_latest ON ledger_transactions USING btree (store_id, business_date DESC, id DESC);
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_must_balance();
ALTER TABLE ledger_transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_transactions FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON ledger_transactions FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON ledger_transactions TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON ledger_transactions TO munjigi_app, munjigi_system;

CREATE TABLE message_attempts (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  message_id uuid NOT NULL,
  channel text NOT NULL,
  provider text NOT NULL,
  state text NOT NULL,
  is_final boolean DEFAULT true NOT NULL,
  reference text,
  provider_message_id text,
  cost bigint,
  error text,
  started_at timestamp(3) with time zone NOT NULL,
  accepted_at timestamp(3) with time zone,
  reported_at timestamp(3) with time zone,
  CONSTRAINT message_attempts_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT message_attempts_store_id_message_id_fkey FOREIGN KEY (store_id, message_id) REFERENCES messages(store_id, id),
  CONSTRAINT message_attempts_channel_check CHECK (channel = ANY (ARRAY['ALIMTALK'::text, 'SMS'::text, 'LMS'::text, 'EMAIL'::text])),
  CONSTRAINT message_attempts_provider_check CHECK (provider = ANY (ARRAY['SOLAPI'::text, 'SMTP'::text])),
  CONSTRAINT message_attempts_state_check CHECK (state = ANY (ARRAY['SENDING'::text, 'ACCEPTED'::text, 'DELIVERED'::text, 'FAILED'::text, 'UNKNOWN'::text]))
);
COMMENT ON TABLE message_attempts IS 'modules/messages: an attempt to send a message through one channel';
CREATE INDEX message_attempts_message ON message_attempts USING btree (store_id, message_id, started_at);
CREATE INDEX message_attempts_provider ON message_attempts USING btree (product_id, provider_message_id) WHERE provider_message_id IS NOT NULL;
ALTER TABLE message_attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON message_attempts FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY found ON message_attempts FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON message_attempts TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON message_attempts TO munjigi_app, munjigi_system;

CREATE TABLE message_opt_outs (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  guest_phone bytea NOT NULL,
  phone_mark bytea,
  kind text NOT NULL,
  decided_at timestamp(3) with time zone NOT NULL,
  decided_by text NOT NULL,
  used_at timestamp(3) with time zone NOT NULL,
  reservation_id uuid,
  CONSTRAINT message_opt_outs_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT message_opt_outs_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT message_opt_outs_decided_by_check CHECK (decided_by = ANY (ARRAY['GUEST'::text, 'PERSON'::text])),
  CONSTRAINT message_opt_outs_kind_check CHECK (kind = ANY (ARRAY['PAYMENT_REMINDER'::text, 'SLOT_OFFERED'::text, 'DAY_BEFORE'::text, 'STARTS_SOON'::text, 'ACCESS_OPENS'::text, 'ENDING_SOON'::text, 'RATING_INVITED'::text])) NOT VALID
);
COMMENT ON TABLE message_opt_outs IS 'modules/messages: a kind of messages that a phone number of the product refuses';
CREATE INDEX message_opt_outs_phone ON message_opt_outs USING btree (product_id, phone_mark);
CREATE INDEX message_opt_outs_used ON message_opt_outs USING btree (product_id, used_at);
ALTER TABLE message_opt_outs ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_opt_outs FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON message_opt_outs FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY kept ON message_opt_outs TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY of_the_product ON message_opt_outs TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON message_opt_outs TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON message_opt_outs TO munjigi_system;

CREATE TABLE message_providers (
  product_id uuid NOT NULL,
  provider text NOT NULL,
  account text NOT NULL,
  address text NOT NULL,
  secret bytea,
  has_secret boolean GENERATED ALWAYS AS (secret IS NOT NULL) STORED NOT NULL,
  sender_phone text NOT NULL,
  kakao_channel_id text NOT NULL,
  sender_email text NOT NULL,
  is_enabled boolean NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  last_error text,
  failing_since timestamp(3) with time zone,
  failures integer DEFAULT 0 NOT NULL,
  retry_at timestamp(3) with time zone,
  code_budget integer DEFAULT 1000 NOT NULL,
  CONSTRAINT message_providers_pkey PRIMARY KEY (product_id, provider),
  CONSTRAINT message_providers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT message_providers_code_budget_check CHECK (code_budget >= 50 AND code_budget <= 100000) NOT VALID,
  CONSTRAINT message_providers_provider_check CHECK (provider = ANY (ARRAY['SOLAPI'::text, 'SMTP'::text]))
);
COMMENT ON TABLE message_providers IS 'modules/messages: how a provider of a product''s messages is reached, with its encrypted secret, and whether it answers';
ALTER TABLE message_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_providers FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON message_providers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY is_used ON message_providers FOR SELECT TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)));
CREATE POLICY of_the_product ON message_providers TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY sends ON message_providers TO munjigi_system
  USING (true);
GRANT SELECT (product_id, provider, account, address, has_secret, sender_phone, kakao_channel_id, sender_email, is_enabled, changed_at, changed_by_name, version, last_error, failing_since, failures, retry_at, code_budget), INSERT, UPDATE ON message_providers TO munjigi_app;
GRANT SELECT, UPDATE (last_error, failing_since, failures, retry_at) ON message_providers TO munjigi_system;

CREATE TABLE message_reminders (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  is_day_before_on boolean NOT NULL,
  is_starts_soon_on boolean NOT NULL,
  is_rating_on boolean NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT message_reminders_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT message_reminders_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT message_reminders_check CHECK (id = store_id)
);
COMMENT ON TABLE message_reminders IS 'modules/messages: which reminders and invitations the guests of a store get';
ALTER TABLE message_reminders ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_reminders FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON message_reminders FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON message_reminders TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON message_reminders TO munjigi_app, munjigi_system;

CREATE TABLE message_senders (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  sender_phone text NOT NULL,
  sender_email text NOT NULL,
  quiet_from text,
  quiet_until text,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT message_senders_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT message_senders_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT message_senders_check CHECK (id = store_id),
  CONSTRAINT message_senders_check1 CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
);
COMMENT ON TABLE message_senders IS 'modules/messages: the sender and the quiet hours of a store';
ALTER TABLE message_senders ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_senders FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON message_senders FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON message_senders TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON message_senders TO munjigi_app, munjigi_system;

CREATE TABLE message_templates (
  product_id uuid NOT NULL,
  kind text NOT NULL,
  language text NOT NULL,
  version integer NOT NULL,
  is_enabled boolean NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  alimtalk_code text NOT NULL,
  alimtalk_state text NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  CONSTRAINT message_templates_pkey PRIMARY KEY (product_id, kind, language, version),
  CONSTRAINT message_templates_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT message_templates_alimtalk_state_check CHECK (alimtalk_state = ANY (ARRAY['NONE'::text, 'REQUESTED'::text, 'APPROVED'::text, 'REJECTED'::text])),
  CONSTRAINT message_templates_language_check CHECK (language = ANY (ARRAY['ko'::text, 'en'::text])),
  CONSTRAINT message_templates_version_check CHECK (version > 0)
);
COMMENT ON TABLE message_templates IS 'modules/messages: a version of a template; version 0 is in the program';
ALTER TABLE message_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_templates FORCE ROW LEVEL SECURITY;
CREATE POLICY added ON message_templates FOR INSERT TO munjigi_app
  WITH CHECK (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY backup ON message_templates FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON message_templates FOR SELECT TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT ON message_templates TO munjigi_app;
GRANT SELECT ON message_templates TO munjigi_system;

CREATE TABLE messages (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  reservation_id uuid NOT NULL,
  kind text NOT NULL,
  dedupe_key text NOT NULL,
  subject_id uuid,
  language text DEFAULT 'ko'::text NOT NULL,
  guest_phone bytea NOT NULL,
  phone_mark bytea,
  content bytea DEFAULT '\x'::bytea NOT NULL,
  template_version integer,
  state text DEFAULT 'QUEUED'::text NOT NULL,
  channel text,
  error text,
  resend_of uuid,
  queued_at timestamp(3) with time zone NOT NULL,
  planned_at timestamp(3) with time zone,
  is_new boolean DEFAULT true NOT NULL,
  send_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  sending_since timestamp(3) with time zone,
  tries integer DEFAULT 0 NOT NULL,
  guest_email bytea DEFAULT '\x'::bytea NOT NULL,
  provider text DEFAULT 'SOLAPI'::text NOT NULL,
  before jsonb,
  has_link boolean,
  CONSTRAINT messages_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT messages_store_id_dedupe_key_key UNIQUE (store_id, dedupe_key),
  CONSTRAINT messages_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT messages_channel_check CHECK (channel = ANY (ARRAY['ALIMTALK'::text, 'SMS'::text, 'LMS'::text, 'EMAIL'::text])),
  CONSTRAINT messages_check CHECK ((state = 'QUEUED'::text) = (ended_at IS NULL)),
  CONSTRAINT messages_kind_check CHECK (kind = ANY (ARRAY['HELD'::text, 'PAYMENT_REMINDER'::text, 'PAYMENT_LINK'::text, 'SLOT_OFFERED'::text, 'HOLD_EXPIRED'::text, 'CONFIRMED'::text, 'PAYMENT_RECEIVED'::text, 'DAY_BEFORE'::text, 'STARTS_SOON'::text, 'CODE_ACTIVE'::text, 'CODE_CHANGED'::text, 'ACCESS_OPENS'::text, 'ENDING_SOON'::text, 'EXTENDED'::text, 'MOVED'::text, 'CHANGED'::text, 'UNAVAILABLE'::text, 'HELP_ANSWERED'::text, 'CANCELLED'::text, 'REFUNDED'::text, 'RATING_INVITED'::text])) NOT VALID,
  CONSTRAINT messages_language_check CHECK (language = ANY (ARRAY['ko'::text, 'en'::text])),
  CONSTRAINT messages_provider_check CHECK (provider = ANY (ARRAY['SOLAPI'::text, 'SMTP'::text])),
  CONSTRAINT messages_state_check CHECK (state = ANY (ARRAY['QUEUED'::text, 'ACCEPTED'::text, 'DELIVERED'::text, 'FAILED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text]))
);
COMMENT ON TABLE messages IS 'modules/messages: a message to a guest: its cause, times, state and encrypted text';
CREATE INDEX messages_due ON messages USING btree (send_at, seq) WHERE state = 'QUEUED'::text AND planned_at IS NOT NULL;
CREATE INDEX messages_expiring ON messages USING btree (expires_at) WHERE state = 'QUEUED'::text;
CREATE INDEX messages_failed ON messages USING btree (store_id, reservation_id) WHERE state = 'FAILED'::text;
CREATE INDEX messages_id ON messages USING btree (id);
CREATE INDEX messages_latest ON messages USING btree (product_id, COALESCE(ended_at, send_at) DESC, id DESC);
CREATE INDEX messages_of_guest ON messages USING btree (product_id, phone_mark, ended_at);
CREATE INDEX messages_reservation ON messages USING btree (store_id, reservation_id);
CREATE INDEX messages_sending ON messages USING btree (sending_since) WHERE sending_since IS NOT NULL;
CREATE INDEX messages_store_latest ON messages USING btree (store_id, COALESCE(ended_at, send_at) DESC, id DESC);
CREATE INDEX messages_unplanned ON messages USING btree (seq) WHERE state = 'QUEUED'::text AND planned_at IS NULL;
ALTER TABLE messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE messages FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON messages FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY found ON messages FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON messages TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON messages TO munjigi_app, munjigi_system;

CREATE TABLE mode_run_devices (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  run_id uuid NOT NULL,
  device_id uuid NOT NULL,
  state jsonb NOT NULL,
  command_id uuid NOT NULL,
  state_before jsonb,
  CONSTRAINT mode_run_devices_pkey PRIMARY KEY (store_id, run_id, device_id),
  CONSTRAINT mode_run_devices_store_id_device_id_fkey FOREIGN KEY (store_id, device_id) REFERENCES devices(store_id, id),
  CONSTRAINT mode_run_devices_store_id_run_id_fkey FOREIGN KEY (store_id, run_id) REFERENCES mode_runs(store_id, id)
);
COMMENT ON TABLE mode_run_devices IS 'modules/modes: the state that a run requested of one device, and the state before';
ALTER TABLE mode_run_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE mode_run_devices FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON mode_run_devices FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON mode_run_devices TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE (command_id) ON mode_run_devices TO munjigi_app, munjigi_system;

CREATE TABLE mode_runs (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid NOT NULL,
  mode_id uuid,
  mode_name text,
  cause_kind text NOT NULL,
  cause_id uuid,
  cause_label text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  request_key text,
  undoes_run_id uuid,
  CONSTRAINT mode_runs_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT mode_runs_store_id_request_key_key UNIQUE (store_id, request_key),
  CONSTRAINT mode_runs_store_id_undoes_run_id_key UNIQUE (store_id, undoes_run_id),
  CONSTRAINT mode_runs_mode_id_fkey FOREIGN KEY (mode_id) REFERENCES modes(id),
  CONSTRAINT mode_runs_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT mode_runs_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT mode_runs_store_id_undoes_run_id_fkey FOREIGN KEY (store_id, undoes_run_id) REFERENCES mode_runs(store_id, id),
  CONSTRAINT mode_runs_cause_kind_check CHECK (cause_kind = ANY (ARRAY['PERSON'::text, 'RESERVATION'::text, 'AUTOMATION'::text])),
  CONSTRAINT mode_runs_check CHECK ((mode_id IS NULL) = (mode_name IS NULL)),
  CONSTRAINT mode_runs_check1 CHECK (mode_id IS NOT NULL OR undoes_run_id IS NOT NULL)
);
COMMENT ON TABLE mode_runs IS 'modules/modes: the application of a mode to a room';
CREATE INDEX mode_runs_id ON mode_runs USING btree (id);
CREATE INDEX mode_runs_latest ON mode_runs USING btree (store_id, room_id, started_at DESC, id DESC);
ALTER TABLE mode_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE mode_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON mode_runs FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON mode_runs TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON mode_runs TO munjigi_app, munjigi_system;

CREATE TABLE modes (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid,
  name text NOT NULL,
  states jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  purpose text,
  CONSTRAINT modes_pkey PRIMARY KEY (id),
  CONSTRAINT modes_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT modes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT modes_purpose_check CHECK (purpose = ANY (ARRAY['STANDBY'::text, 'IN_USE'::text, 'ENDING'::text, 'CLEANING'::text]))
);
COMMENT ON TABLE modes IS 'modules/modes: a preset of device states, of a store or of the whole product';
CREATE INDEX modes_by_name ON modes USING btree (product_id, name, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX modes_purpose ON modes USING btree (product_id, COALESCE(store_id, product_id), purpose) WHERE purpose IS NOT NULL AND deleted_at IS NULL;
ALTER TABLE modes ENABLE ROW LEVEL SECURITY;
ALTER TABLE modes FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON modes FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY changed ON modes FOR UPDATE TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY made ON modes FOR INSERT TO munjigi_app, munjigi_system
  WITH CHECK (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY seen ON modes FOR SELECT TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (store_id IS NULL OR ( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE (name, states, deleted_at, version, purpose) ON modes TO munjigi_app;
GRANT SELECT, INSERT ON modes TO munjigi_system;

CREATE TABLE notification_counts (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  total bigint NOT NULL,
  unconfirmed bigint NOT NULL,
  CONSTRAINT notification_counts_pkey PRIMARY KEY (store_id),
  CONSTRAINT notification_counts_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id)
);
COMMENT ON TABLE notification_counts IS 'modules/payments: the number of a store''s notifications, and of the unconfirmed ones';
CREATE INDEX notification_counts_product ON notification_counts USING btree (product_id) INCLUDE (total, unconfirmed);
ALTER TABLE notification_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON notification_counts FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON notification_counts TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON notification_counts TO munjigi_app, munjigi_system;

CREATE TABLE notification_heads (
  product_id uuid NOT NULL,
  last_ms bigint NOT NULL,
  CONSTRAINT notification_heads_pkey PRIMARY KEY (product_id),
  CONSTRAINT notification_heads_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
COMMENT ON TABLE notification_heads IS 'modules/payments: the time in the latest notification id of a product; its lock keeps ids in the order of commits';
ALTER TABLE notification_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON notification_heads FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_product ON notification_heads TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT, UPDATE ON notification_heads TO munjigi_app, munjigi_system;

CREATE TABLE notification_rules (
  product_id uuid NOT NULL,
  confirms_routine boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT notification_rules_pkey PRIMARY KEY (product_id),
  CONSTRAINT notification_rules_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT notification_rules_version_check CHECK (version > 0)
);
COMMENT ON TABLE notification_rules IS 'modules/payments: whether a product confirms notifications that need no person';
ALTER TABLE notification_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON notification_rules FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON notification_rules TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT, UPDATE ON notification_rules TO munjigi_app;
GRANT SELECT ON notification_rules TO munjigi_system;

CREATE TABLE notifications (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  reservation_id uuid,
  amount bigint,
  text text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  confirmed_at timestamp(3) with time zone,
  confirmed_by uuid,
  deposit_id uuid,
  CONSTRAINT notifications_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT notifications_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT notifications_store_id_deposit_id_fkey FOREIGN KEY (store_id, deposit_id) REFERENCES deposits(store_id, id),
  CONSTRAINT notifications_kind_check CHECK (kind = ANY (ARRAY['PAID'::text, 'DEPOSIT'::text, 'UNMATCHED_DEPOSIT'::text, 'CANCELED'::text, 'REFUND_FAILED'::text, 'REFUND_OWED'::text, 'CASH_RECEIPT_REFUSED'::text, 'WEBHOOK_REJECTED'::text, 'CODE_FLOOD'::text])) NOT VALID
);
COMMENT ON TABLE notifications IS 'modules/payments: a payment notification of a store';
CREATE INDEX notifications_created ON notifications USING btree (product_id, created_at);
CREATE INDEX notifications_deposit ON notifications USING btree (store_id, deposit_id) WHERE deposit_id IS NOT NULL AND confirmed_at IS NULL;
CREATE INDEX notifications_kind ON notifications USING btree (product_id, kind, id DESC);
CREATE INDEX notifications_newest ON notifications USING btree (product_id, id DESC);
CREATE INDEX notifications_store_newest ON notifications USING btree (store_id, id DESC);
CREATE INDEX notifications_store_unconfirmed_first ON notifications USING btree (store_id, (confirmed_at IS NULL) DESC, id DESC);
CREATE INDEX notifications_unconfirmed ON notifications USING btree (product_id, id) WHERE confirmed_at IS NULL;
CREATE INDEX notifications_unconfirmed_first ON notifications USING btree (product_id, (confirmed_at IS NULL) DESC, id DESC);
CREATE TRIGGER notifications_counted_changed AFTER UPDATE ON notifications REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_notifications();
CREATE TRIGGER notifications_counted_new AFTER INSERT ON notifications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_notifications();
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON notifications FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON notifications TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON notifications TO munjigi_app, munjigi_system;

CREATE TABLE on_call_rules (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  is_enabled boolean NOT NULL,
  conditions jsonb NOT NULL,
  steps jsonb NOT NULL,
  quiet_from text,
  quiet_until text,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT on_call_rules_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT on_call_rules_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT on_call_rules_check CHECK (id = store_id),
  CONSTRAINT on_call_rules_check1 CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
  CONSTRAINT on_call_rules_conditions_check CHECK (jsonb_typeof(conditions) = 'array'::text),
  CONSTRAINT on_call_rules_steps_check CHECK (jsonb_typeof(steps) = 'array'::text)
);
COMMENT ON TABLE on_call_rules IS 'modules/on-call: the on-call rules of a store';
ALTER TABLE on_call_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE on_call_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON on_call_rules FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY found ON on_call_rules FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON on_call_rules TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON on_call_rules TO munjigi_app, munjigi_system;

CREATE TABLE online_bookings (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  phone_mark bytea NOT NULL,
  address_mark bytea NOT NULL,
  request_mark bytea,
  body_mark bytea NOT NULL,
  held_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT online_bookings_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT online_bookings_store_id_reservation_id_key UNIQUE (store_id, reservation_id),
  CONSTRAINT online_bookings_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id)
);
COMMENT ON TABLE online_bookings IS 'modules/booking: a reservation that a guest made online, with keyed hashes of phone, address and request, for a day';
CREATE INDEX online_bookings_address ON online_bookings USING btree (address_mark, created_at DESC);
CREATE INDEX online_bookings_created ON online_bookings USING btree (created_at);
CREATE INDEX online_bookings_phone ON online_bookings USING btree (phone_mark) WHERE held_until IS NOT NULL;
CREATE UNIQUE INDEX online_bookings_request ON online_bookings USING btree (store_id, request_mark) WHERE request_mark IS NOT NULL;
ALTER TABLE online_bookings ENABLE ROW LEVEL SECURITY;
ALTER TABLE online_bookings FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON online_bookings FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY counts ON online_bookings FOR SELECT TO munjigi_system
  USING (true);
CREATE POLICY store_rows ON online_bookings TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY sweeps ON online_bookings FOR DELETE TO munjigi_system
  USING (true);
GRANT SELECT, INSERT, UPDATE ON online_bookings TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON online_bookings TO munjigi_system;

CREATE TABLE overruns (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid NOT NULL,
  device_id uuid NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  told_from timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  watts_from integer,
  due_at timestamp(3) with time zone,
  counted_at timestamp(3) with time zone,
  CONSTRAINT overruns_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT overruns_store_id_device_id_fkey FOREIGN KEY (store_id, device_id) REFERENCES devices(store_id, id),
  CONSTRAINT overruns_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES reservations(store_id, id),
  CONSTRAINT overruns_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT overruns_check CHECK (due_at IS NULL OR watts_from IS NOT NULL AND ended_at IS NULL),
  CONSTRAINT overruns_watts_from_check CHECK (watts_from > 0)
);
COMMENT ON TABLE overruns IS 'modules/automation: a guest who is still in the room after the end of the stay';
CREATE INDEX overruns_device ON overruns USING btree (store_id, device_id) WHERE ended_at IS NULL;
CREATE INDEX overruns_due ON overruns USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX overruns_open ON overruns USING btree (store_id, room_id) WHERE ended_at IS NULL;
CREATE INDEX overruns_uncounted ON overruns USING btree (told_from) WHERE counted_at IS NULL AND ended_at IS NULL;
ALTER TABLE overruns ENABLE ROW LEVEL SECURITY;
ALTER TABLE overruns FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON overruns FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON overruns FOR SELECT TO munjigi_system
  USING (due_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON overruns TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY uncounted ON overruns FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL AND counted_at IS NULL AND ended_at IS NULL);
GRANT SELECT, INSERT, UPDATE ON overruns TO munjigi_app, munjigi_system;

CREATE TABLE pass_offers (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  unit text NOT NULL,
  units bigint NOT NULL,
  price_amount bigint NOT NULL,
  valid_days integer NOT NULL,
  room_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by_name text NOT NULL,
  withdrawn_at timestamp(3) with time zone,
  withdrawn_by_name text,
  CONSTRAINT pass_offers_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT pass_offers_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT pass_offers_check CHECK (unit = 'MINUTES'::text OR units >= price_amount),
  CONSTRAINT pass_offers_check1 CHECK ((withdrawn_at IS NULL) = (withdrawn_by_name IS NULL)),
  CONSTRAINT pass_offers_name_check CHECK (name <> ''::text),
  CONSTRAINT pass_offers_price_amount_check CHECK (price_amount >= 1 AND price_amount <= 2000000000),
  CONSTRAINT pass_offers_unit_check CHECK (unit = ANY (ARRAY['MINUTES'::text, 'WON'::text])),
  CONSTRAINT pass_offers_units_check CHECK (units >= 1 AND units <= 2000000000),
  CONSTRAINT pass_offers_valid_days_check CHECK (valid_days >= 1 AND valid_days <= 1096)
);
COMMENT ON TABLE pass_offers IS 'modules/passes: a prepaid pass that a store sells: its units, price and time';
CREATE INDEX pass_offers_latest ON pass_offers USING btree (product_id, created_at DESC, id DESC);
ALTER TABLE pass_offers ENABLE ROW LEVEL SECURITY;
ALTER TABLE pass_offers FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON pass_offers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_store ON pass_offers FOR SELECT TO munjigi_guest
  USING (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]));
CREATE POLICY store_rows ON pass_offers TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON pass_offers TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id) ON pass_offers TO munjigi_guest;

CREATE TABLE pass_reminder_switches (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  is_on boolean NOT NULL,
  CONSTRAINT pass_reminder_switches_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT pass_reminder_switches_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT pass_reminder_switches_check CHECK (id = store_id)
);
COMMENT ON TABLE pass_reminder_switches IS 'modules/messages: whether a store reminds guests of the end of their passes';
ALTER TABLE pass_reminder_switches ENABLE ROW LEVEL SECURITY;
ALTER TABLE pass_reminder_switches FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON pass_reminder_switches FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON pass_reminder_switches TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON pass_reminder_switches TO munjigi_app, munjigi_system;

CREATE TABLE pass_reminders (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  decided_at timestamp(3) with time zone NOT NULL,
  is_sent boolean NOT NULL,
  CONSTRAINT pass_reminders_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT pass_reminders_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES passes(store_id, id)
);
COMMENT ON TABLE pass_reminders IS 'modules/messages: that the guest of a pass was reminded of its end, or why it was left';
ALTER TABLE pass_reminders ENABLE ROW LEVEL SECURITY;
ALTER TABLE pass_reminders FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON pass_reminders FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY found ON pass_reminders FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON pass_reminders TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON pass_reminders TO munjigi_app, munjigi_system;

CREATE TABLE pass_uses (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  pass_id uuid NOT NULL,
  units bigint NOT NULL,
  covered_amount bigint NOT NULL,
  CONSTRAINT pass_uses_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT pass_uses_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES payments(store_id, id),
  CONSTRAINT pass_uses_store_id_pass_id_fkey FOREIGN KEY (store_id, pass_id) REFERENCES passes(store_id, id),
  CONSTRAINT pass_uses_covered_amount_check CHECK (covered_amount > 0),
  CONSTRAINT pass_uses_units_check CHECK (units > 0)
);
COMMENT ON TABLE pass_uses IS 'modules/passes: the units of a pass that paid for a stay';
CREATE INDEX pass_uses_pass ON pass_uses USING btree (store_id, pass_id);
CREATE TRIGGER pass_uses_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON pass_uses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE pass_uses ENABLE ROW LEVEL SECURITY;
ALTER TABLE pass_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON pass_uses FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON pass_uses TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON pass_uses TO munjigi_app, munjigi_system;

CREATE TABLE passes (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  offer_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  guest_name bytea NOT NULL,
  guest_phone bytea NOT NULL,
  phone_mark bytea,
  sold_at timestamp(3) with time zone NOT NULL,
  sold_by_name text NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  gift_mark bytea,
  claimed_at timestamp(3) with time zone,
  CONSTRAINT passes_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT passes_store_id_payment_id_key UNIQUE (store_id, payment_id),
  CONSTRAINT passes_store_id_offer_id_fkey FOREIGN KEY (store_id, offer_id) REFERENCES pass_offers(store_id, id),
  CONSTRAINT passes_store_id_payment_id_fkey FOREIGN KEY (store_id, payment_id) REFERENCES payments(store_id, id),
  CONSTRAINT passes_check CHECK (ends_at > sold_at),
  CONSTRAINT passes_check1 CHECK (gift_mark IS NULL OR claimed_at IS NULL)
);
COMMENT ON TABLE passes IS 'modules/passes: a prepaid pass of a guest, bought by a payment';
CREATE INDEX passes_ended ON passes USING btree (ends_at);
CREATE UNIQUE INDEX passes_gift ON passes USING btree (store_id, gift_mark) WHERE gift_mark IS NOT NULL;
CREATE INDEX passes_latest ON passes USING btree (product_id, sold_at DESC, id DESC);
CREATE INDEX passes_phone ON passes USING btree (store_id, phone_mark) WHERE phone_mark IS NOT NULL;
CREATE INDEX passes_store_latest ON passes USING btree (store_id, sold_at DESC, id DESC);
ALTER TABLE passes ENABLE ROW LEVEL SECURITY;
ALTER TABLE passes FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON passes FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY found ON passes FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON passes TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON passes TO munjigi_app, munjigi_system;

CREATE TABLE password_resets (
  product_id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  issued_by uuid NOT NULL,
  issued_by_name text NOT NULL,
  issued_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  is_requested boolean DEFAULT false NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (user_id, is_requested),
  CONSTRAINT password_resets_token_hash_key UNIQUE (token_hash),
  CONSTRAINT password_resets_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES users(id),
  CONSTRAINT password_resets_product_id_user_id_fkey FOREIGN KEY (product_id, user_id) REFERENCES users(product_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE password_resets IS 'modules/accounts: the latest reset link or invitation of a person';
ALTER TABLE password_resets ENABLE ROW LEVEL SECURITY;
CREATE POLICY backup ON password_resets FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY product_people ON password_resets TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR user_id = NULLIF(current_setting('app.user_id'::text, true), ''::text)::uuid));
CREATE POLICY sign_in ON password_resets TO munjigi_system
  USING (true);
GRANT SELECT (product_id, user_id, issued_by_name, issued_at, expires_at, used_at, is_requested), INSERT, UPDATE ON password_resets TO munjigi_app;
GRANT SELECT, INSERT, UPDATE ON password_resets TO munjigi_system;

CREATE TABLE payment_merchants (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  merchant_id uuid NOT NULL,
  CONSTRAINT payment_merchants_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT payment_merchants_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES payments(store_id, id),
  CONSTRAINT payment_merchants_store_id_merchant_id_fkey FOREIGN KEY (store_id, merchant_id) REFERENCES store_merchants(store_id, id)
);
COMMENT ON TABLE payment_merchants IS 'modules/payments: the account of a store that a payment was begun with, until everything of it is done';
CREATE INDEX payment_merchants_merchant ON payment_merchants USING btree (store_id, merchant_id);
ALTER TABLE payment_merchants ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_merchants FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON payment_merchants FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON payment_merchants TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON payment_merchants TO munjigi_app, munjigi_system;

CREATE TABLE payment_providers (
  product_id uuid NOT NULL,
  provider text NOT NULL,
  base_url text NOT NULL,
  client_key text NOT NULL,
  merchant_id text NOT NULL,
  api_secret bytea NOT NULL,
  webhook_secret bytea,
  previous_webhook_secret bytea,
  fee_terms jsonb NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT payment_providers_pkey PRIMARY KEY (product_id, provider),
  CONSTRAINT payment_providers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT payment_providers_provider_check CHECK (provider = ANY (ARRAY['TOSS'::text, 'PORTONE'::text]))
);
COMMENT ON TABLE payment_providers IS 'modules/payments: a product''s settings and sealed secrets for a payment provider';
ALTER TABLE payment_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_providers FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON payment_providers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON payment_providers TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY read_to_call ON payment_providers FOR SELECT TO munjigi_system
  USING (true);
GRANT SELECT, INSERT, UPDATE ON payment_providers TO munjigi_app;
GRANT SELECT ON payment_providers TO munjigi_system;

CREATE TABLE payment_refunds (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount bigint NOT NULL,
  supply_amount bigint NOT NULL,
  vat_amount bigint NOT NULL,
  tax_free_amount bigint NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  made_by uuid,
  made_by_name text NOT NULL,
  provider_key text,
  failure text,
  account bytea,
  sent_by uuid,
  sent_by_name text,
  reference text,
  is_still_due boolean DEFAULT false NOT NULL,
  CONSTRAINT payment_refunds_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT payment_refunds_store_id_payment_id_fkey FOREIGN KEY (store_id, payment_id) REFERENCES payments(store_id, id),
  CONSTRAINT payment_refunds_account_check CHECK (account IS NULL OR (state = ANY (ARRAY['REQUESTED'::text, 'OWED'::text]))),
  CONSTRAINT payment_refunds_amount_check CHECK (amount > 0),
  CONSTRAINT payment_refunds_check CHECK ((supply_amount + vat_amount + tax_free_amount) = amount),
  CONSTRAINT payment_refunds_check2 CHECK (sent_by_name IS NULL OR state = 'DONE'::text),
  CONSTRAINT payment_refunds_state_check CHECK (state = ANY (ARRAY['REQUESTED'::text, 'OWED'::text, 'DONE'::text, 'FAILED'::text])),
  CONSTRAINT payment_refunds_supply_amount_check CHECK (supply_amount >= 0),
  CONSTRAINT payment_refunds_tax_free_amount_check CHECK (tax_free_amount >= 0),
  CONSTRAINT payment_refunds_vat_amount_check CHECK (vat_amount >= 0)
);
COMMENT ON TABLE payment_refunds IS 'modules/payments: a refund of a payment';
CREATE INDEX payment_refunds_payment ON payment_refunds USING btree (store_id, payment_id);
CREATE UNIQUE INDEX payment_refunds_provider_key ON payment_refunds USING btree (store_id, payment_id, provider_key) WHERE provider_key IS NOT NULL;
CREATE TRIGGER payment_refunds_count AFTER INSERT ON payment_refunds FOR EACH ROW WHEN (new.state <> 'FAILED'::text) EXECUTE FUNCTION count_refund();
CREATE TRIGGER payment_refunds_keep BEFORE UPDATE ON payment_refunds FOR EACH ROW EXECUTE FUNCTION keep_refund();
CREATE TRIGGER payment_refunds_kept BEFORE DELETE OR TRUNCATE ON payment_refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_refunds_queue_cash_receipt AFTER UPDATE OF state ON payment_refunds FOR EACH ROW WHEN (old.state <> new.state) EXECUTE FUNCTION queue_cash_receipt_of_refund();
CREATE TRIGGER payment_refunds_queue_message AFTER INSERT ON payment_refunds FOR EACH ROW WHEN (new.state = 'DONE'::text) EXECUTE FUNCTION queue_refund_message();
CREATE TRIGGER payment_refunds_queue_message_later AFTER UPDATE OF state ON payment_refunds FOR EACH ROW WHEN (new.state = 'DONE'::text AND old.state <> 'DONE'::text) EXECUTE FUNCTION queue_refund_message();
CREATE TRIGGER payment_refunds_release AFTER UPDATE ON payment_refunds FOR EACH ROW WHEN (old.state <> 'FAILED'::text AND new.state = 'FAILED'::text) EXECUTE FUNCTION count_refund();
ALTER TABLE payment_refunds ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_refunds FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON payment_refunds FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON payment_refunds TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON payment_refunds TO munjigi_app, munjigi_system;

CREATE TABLE payments (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid,
  method text NOT NULL,
  provider text NOT NULL,
  state text NOT NULL,
  amount bigint NOT NULL,
  supply_amount bigint NOT NULL,
  vat_amount bigint NOT NULL,
  tax_free_amount bigint NOT NULL,
  fee_amount bigint DEFAULT 0 NOT NULL,
  fee_vat_amount bigint DEFAULT 0 NOT NULL,
  refunded_amount bigint DEFAULT 0 NOT NULL,
  refunded_supply_amount bigint DEFAULT 0 NOT NULL,
  refunded_vat_amount bigint DEFAULT 0 NOT NULL,
  refunded_tax_free_amount bigint DEFAULT 0 NOT NULL,
  receipt_url text,
  cash_receipt_number text,
  tax_invoice_number text,
  paid_at timestamp(3) with time zone,
  business_date date NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by uuid,
  created_by_name text NOT NULL,
  reversed_at timestamp(3) with time zone,
  reversed_by uuid,
  reversed_by_name text,
  reverse_reason text,
  version integer DEFAULT 1 NOT NULL,
  request_key text,
  CONSTRAINT payments_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT payments_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT payments_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT payments_amount_check CHECK (amount >= 1 AND amount <= '1000000000000'::bigint),
  CONSTRAINT payments_check CHECK (fee_amount >= 0 AND fee_amount <= amount),
  CONSTRAINT payments_check1 CHECK (fee_vat_amount >= 0 AND fee_vat_amount <= fee_amount),
  CONSTRAINT payments_check10 CHECK ((reversed_at IS NULL) = (reverse_reason IS NULL) AND (reversed_at IS NULL) = (reversed_by_name IS NULL)),
  CONSTRAINT payments_check11 CHECK (reversed_at IS NULL OR refunded_amount = 0),
  CONSTRAINT payments_check2 CHECK (refunded_amount >= 0 AND refunded_amount <= amount),
  CONSTRAINT payments_check3 CHECK (refunded_supply_amount >= 0 AND refunded_supply_amount <= supply_amount),
  CONSTRAINT payments_check4 CHECK (refunded_vat_amount >= 0 AND refunded_vat_amount <= vat_amount),
  CONSTRAINT payments_check5 CHECK (refunded_tax_free_amount >= 0 AND refunded_tax_free_amount <= tax_free_amount),
  CONSTRAINT payments_check6 CHECK ((supply_amount + vat_amount + tax_free_amount) = amount),
  CONSTRAINT payments_check7 CHECK ((refunded_supply_amount + refunded_vat_amount + refunded_tax_free_amount) = refunded_amount),
  CONSTRAINT payments_check8 CHECK ((state <> ALL (ARRAY['DONE'::text, 'PARTIAL_CANCELED'::text])) OR paid_at IS NOT NULL),
  CONSTRAINT payments_check9 CHECK (refunded_amount = 0 OR paid_at IS NOT NULL),
  CONSTRAINT payments_method_check CHECK (method = ANY (ARRAY['CARD'::text, 'VIRTUAL_ACCOUNT'::text, 'TRANSFER'::text, 'CASH'::text, 'EASY_PAY'::text, 'ON_SITE'::text, 'PASS'::text])) NOT VALID,
  CONSTRAINT payments_provider_check CHECK (provider = ANY (ARRAY['MANUAL'::text, 'TOSS'::text, 'PORTONE'::text, 'CHANNEL'::text])) NOT VALID,
  CONSTRAINT payments_state_check CHECK (state = ANY (ARRAY['READY'::text, 'WAITING_FOR_DEPOSIT'::text, 'DONE'::text, 'PARTIAL_CANCELED'::text, 'CANCELED'::text, 'ABORTED'::text, 'EXPIRED'::text])),
  CONSTRAINT payments_supply_amount_check CHECK (supply_amount >= 0),
  CONSTRAINT payments_tax_free_amount_check CHECK (tax_free_amount >= 0),
  CONSTRAINT payments_vat_amount_check CHECK (vat_amount >= 0)
);
COMMENT ON TABLE payments IS 'modules/payments: a payment';
CREATE INDEX payments_id ON payments USING btree (id);
CREATE INDEX payments_latest ON payments USING btree (product_id, business_date DESC, id DESC);
CREATE INDEX payments_reservation ON payments USING btree (reservation_id) WHERE reservation_id IS NOT NULL;
CREATE INDEX payments_store_latest ON payments USING btree (store_id, business_date DESC, id DESC);
CREATE TRIGGER payments_keep BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION keep_payment();
CREATE TRIGGER payments_kept BEFORE DELETE OR TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payments_queue_cash_receipt AFTER INSERT ON payments FOR EACH ROW WHEN (new.paid_at IS NOT NULL) EXECUTE FUNCTION queue_cash_receipt_of_payment();
CREATE TRIGGER payments_queue_cash_receipt_later AFTER UPDATE ON payments FOR EACH ROW WHEN (old.paid_at IS NOT NULL OR new.paid_at IS NOT NULL) EXECUTE FUNCTION queue_cash_receipt_of_payment();
CREATE CONSTRAINT TRIGGER payments_queue_message AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.paid_at IS NOT NULL AND new.reservation_id IS NOT NULL AND new.provider <> 'CHANNEL'::text) EXECUTE FUNCTION queue_payment_message();
CREATE CONSTRAINT TRIGGER payments_queue_message_later AFTER UPDATE OF paid_at ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.paid_at IS NULL AND new.paid_at IS NOT NULL AND new.reservation_id IS NOT NULL AND new.provider <> 'CHANNEL'::text) EXECUTE FUNCTION queue_payment_message();
ALTER TABLE payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON payments FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_payment ON payments FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND reservation_id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON payments TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON payments TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, id, reservation_id, method, provider, state, amount, receipt_url, paid_at, created_at, reversed_at) ON payments TO munjigi_guest;

CREATE TABLE personal_data_erasures (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  erased_to timestamp(3) with time zone NOT NULL,
  CONSTRAINT personal_data_erasures_pkey PRIMARY KEY (store_id),
  CONSTRAINT personal_data_erasures_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id)
);
COMMENT ON TABLE personal_data_erasures IS 'modules/personal-data: the date up to which a store''s guests are erased';
ALTER TABLE personal_data_erasures ENABLE ROW LEVEL SECURITY;
ALTER TABLE personal_data_erasures FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON personal_data_erasures FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON personal_data_erasures TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON personal_data_erasures TO munjigi_app, munjigi_system;

CREATE TABLE personal_data_terms (
  product_id uuid NOT NULL,
  kept_months integer NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT personal_data_terms_pkey PRIMARY KEY (product_id),
  CONSTRAINT personal_data_terms_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT personal_data_terms_kept_months_check CHECK (kept_months >= 1 AND kept_months <= 120)
);
COMMENT ON TABLE personal_data_terms IS 'modules/personal-data: the retention time of guests'' data in a product';
ALTER TABLE personal_data_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE personal_data_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON personal_data_terms FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY change_of_the_product ON personal_data_terms AS RESTRICTIVE FOR INSERT TO munjigi_app
  WITH CHECK (( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY of_the_product ON personal_data_terms TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT, UPDATE ON personal_data_terms TO munjigi_app;
GRANT SELECT ON personal_data_terms TO munjigi_system;

CREATE TABLE personal_keys (
  id bytea NOT NULL,
  proof bytea NOT NULL,
  used_since timestamp(3) with time zone NOT NULL,
  retired_at timestamp(3) with time zone,
  CONSTRAINT personal_keys_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE personal_keys IS 'modules/personal-data: an encryption key that was used, with a proof that recognizes it';
GRANT SELECT, INSERT, UPDATE ON personal_keys TO munjigi_system;

CREATE TABLE phone_codes (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  phone_mark bytea NOT NULL,
  address_mark bytea NOT NULL,
  code_hash bytea NOT NULL,
  sent_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  proven_at timestamp(3) with time zone,
  used_at timestamp(3) with time zone,
  range_mark bytea,
  CONSTRAINT phone_codes_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT phone_codes_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id)
);
COMMENT ON TABLE phone_codes IS 'modules/booking: a code that was sent to the phone of a guest, as keyed hashes, for a day';
CREATE INDEX phone_codes_address ON phone_codes USING btree (address_mark, sent_at DESC);
CREATE INDEX phone_codes_phone ON phone_codes USING btree (phone_mark, sent_at DESC);
CREATE INDEX phone_codes_range ON phone_codes USING btree (range_mark, sent_at DESC) WHERE range_mark IS NOT NULL;
CREATE INDEX phone_codes_sent ON phone_codes USING btree (sent_at);
CREATE INDEX phone_codes_store ON phone_codes USING btree (store_id, sent_at DESC);
CREATE INDEX phone_codes_unentered ON phone_codes USING btree (product_id, sent_at) WHERE proven_at IS NULL;
ALTER TABLE phone_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE phone_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON phone_codes FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY counts ON phone_codes FOR SELECT TO munjigi_system
  USING (true);
CREATE POLICY store_rows ON phone_codes TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY sweeps ON phone_codes FOR DELETE TO munjigi_system
  USING (true);
GRANT SELECT, INSERT, UPDATE ON phone_codes TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON phone_codes TO munjigi_system;

CREATE TABLE price_policies (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  room_ids uuid[] NOT NULL,
  weekdays smallint[] NOT NULL,
  holidays boolean NOT NULL,
  starts_on date,
  ends_on date,
  from_time text NOT NULL,
  to_time text NOT NULL,
  unit text NOT NULL,
  amount bigint NOT NULL,
  package_minutes integer,
  included_head_count integer NOT NULL,
  extra_person_amount bigint NOT NULL,
  priority integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT price_policies_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT price_policies_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT price_policies_amount_check CHECK (amount >= 0),
  CONSTRAINT price_policies_check CHECK ((unit = 'PACKAGE'::text) = (package_minutes IS NOT NULL)),
  CONSTRAINT price_policies_extra_person_amount_check CHECK (extra_person_amount >= 0),
  CONSTRAINT price_policies_included_head_count_check CHECK (included_head_count > 0),
  CONSTRAINT price_policies_unit_check CHECK (unit = ANY (ARRAY['SLOT'::text, 'PACKAGE'::text]))
);
COMMENT ON TABLE price_policies IS 'modules/price-policies: a price policy';
CREATE INDEX price_policies_id ON price_policies USING btree (id);
ALTER TABLE price_policies ENABLE ROW LEVEL SECURITY;
ALTER TABLE price_policies FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON price_policies FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON price_policies TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON price_policies TO munjigi_app, munjigi_system;

CREATE TABLE privacy_policies (
  product_id uuid NOT NULL,
  version integer NOT NULL,
  effective_on date NOT NULL,
  officer_name text NOT NULL,
  officer_contact text NOT NULL,
  processors jsonb NOT NULL,
  body text NOT NULL,
  body_en text NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  CONSTRAINT privacy_policies_pkey PRIMARY KEY (product_id, version),
  CONSTRAINT privacy_policies_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT privacy_policies_version_check CHECK (version > 0)
);
COMMENT ON TABLE privacy_policies IS 'modules/stores: a version of the privacy policy of a chain';
ALTER TABLE privacy_policies ENABLE ROW LEVEL SECURITY;
ALTER TABLE privacy_policies FORCE ROW LEVEL SECURITY;
CREATE POLICY added ON privacy_policies FOR INSERT TO munjigi_app
  WITH CHECK (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY backup ON privacy_policies FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON privacy_policies FOR SELECT TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)));
CREATE POLICY read_by_guest ON privacy_policies FOR SELECT TO munjigi_guest
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT ON privacy_policies TO munjigi_app;
GRANT SELECT (product_id) ON privacy_policies TO munjigi_guest;
GRANT SELECT ON privacy_policies TO munjigi_system;

CREATE TABLE products (
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_slug_key UNIQUE (slug),
  CONSTRAINT products_slug_check CHECK (slug ~ '^[a-z][a-z0-9-]{1,38}$'::text)
);
COMMENT ON TABLE products IS 'modules/stores: a chain of stores';
CREATE TRIGGER products_epoch AFTER DELETE OR UPDATE ON products FOR EACH STATEMENT EXECUTE FUNCTION next_session_epoch();
GRANT SELECT ON products TO munjigi_app;
GRANT SELECT, INSERT ON products TO munjigi_system;

CREATE TABLE provider_payments (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  payment_key text,
  deposit_secret_hash bytea,
  confirm_asked_at timestamp(3) with time zone,
  look_at timestamp(3) with time zone,
  wanted integer DEFAULT 0 NOT NULL,
  epoch integer DEFAULT 0 NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  last_error text,
  looked_at timestamp(3) with time zone,
  fault text,
  dispute_opened_at timestamp(3) with time zone,
  dispute_closed_at timestamp(3) with time zone,
  provider text NOT NULL,
  told_at timestamp(3) with time zone,
  confirm_refusals integer DEFAULT 0 NOT NULL,
  CONSTRAINT provider_payments_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT provider_payments_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES payments(store_id, id),
  CONSTRAINT provider_payments_fault_check CHECK (fault = ANY (ARRAY['AMOUNT_DIFFERS'::text, 'NOT_OURS'::text, 'OUT_OF_STEP'::text, 'TEST_PAYMENT'::text, 'CURRENCY_DIFFERS'::text, 'SHOP_DIFFERS'::text])),
  CONSTRAINT provider_payments_provider_check CHECK (provider = ANY (ARRAY['TOSS'::text, 'PORTONE'::text]))
);
COMMENT ON TABLE provider_payments IS 'modules/payments: the provider''s side of a payment, and when it is reconciled next';
CREATE INDEX provider_payments_by_key ON provider_payments USING btree (payment_key, store_id) WHERE payment_key IS NOT NULL;
CREATE INDEX provider_payments_due ON provider_payments USING btree (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX provider_payments_failing ON provider_payments USING btree (product_id, provider) WHERE failures > 0 AND look_at IS NOT NULL;
CREATE INDEX provider_payments_id ON provider_payments USING btree (id);
ALTER TABLE provider_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_payments FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON provider_payments FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY found ON provider_payments FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY own_payment ON provider_payments FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND (id IN ( SELECT payments.id
   FROM payments)));
CREATE POLICY store_rows ON provider_payments TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON provider_payments TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, id, confirm_asked_at) ON provider_payments TO munjigi_guest;

CREATE TABLE provider_payout_lines (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  provider text NOT NULL,
  merchant_id text NOT NULL,
  merchant_store_id uuid,
  line_key text NOT NULL,
  order_id text NOT NULL,
  state text NOT NULL,
  kind text NOT NULL,
  store_id uuid,
  payment_id uuid,
  refund_id uuid,
  amount bigint NOT NULL,
  fee_amount bigint NOT NULL,
  payout_amount bigint NOT NULL,
  expected_amount bigint,
  expected_fee_amount bigint,
  sold_on date NOT NULL,
  paid_out_on date,
  read_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT provider_payout_lines_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT provider_payout_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT provider_payout_lines_check CHECK ((state = 'MISSING'::text) = (paid_out_on IS NULL)),
  CONSTRAINT provider_payout_lines_kind_check CHECK (kind = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text])),
  CONSTRAINT provider_payout_lines_provider_check CHECK (provider = ANY (ARRAY['TOSS'::text, 'PORTONE'::text])),
  CONSTRAINT provider_payout_lines_state_check CHECK (state = ANY (ARRAY['MATCHED'::text, 'AMOUNT_DIFFERS'::text, 'FEE_DIFFERS'::text, 'UNKNOWN'::text, 'MISSING'::text]))
);
COMMENT ON TABLE provider_payout_lines IS 'modules/payments: a payment or refund in a payout of a provider, compared with the ledger';
CREATE UNIQUE INDEX provider_payout_lines_key ON provider_payout_lines USING btree (product_id, provider, merchant_id, line_key);
CREATE INDEX provider_payout_lines_payment ON provider_payout_lines USING btree (product_id, payment_id);
CREATE INDEX provider_payout_lines_sold ON provider_payout_lines USING btree (product_id, sold_on DESC, id DESC);
ALTER TABLE provider_payout_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_payout_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON provider_payout_lines FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY read_and_compare ON provider_payout_lines TO munjigi_system
  USING (true);
CREATE POLICY read_of_the_reach ON provider_payout_lines FOR SELECT TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT ON provider_payout_lines TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_payout_lines TO munjigi_system;

CREATE TABLE provider_payout_reads (
  product_id uuid NOT NULL,
  provider text NOT NULL,
  merchant_id text NOT NULL,
  read_on date NOT NULL,
  CONSTRAINT provider_payout_reads_pkey PRIMARY KEY (product_id, provider, merchant_id),
  CONSTRAINT provider_payout_reads_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT provider_payout_reads_provider_check CHECK (provider = ANY (ARRAY['TOSS'::text, 'PORTONE'::text]))
);
COMMENT ON TABLE provider_payout_reads IS 'modules/payments: the day on which the payouts of a merchant were read last';
ALTER TABLE provider_payout_reads ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_payout_reads FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON provider_payout_reads FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY read_daily ON provider_payout_reads TO munjigi_system
  USING (true);
GRANT SELECT, INSERT, UPDATE ON provider_payout_reads TO munjigi_system;

CREATE TABLE provider_webhook_quotas (
  product_id uuid NOT NULL,
  day date NOT NULL,
  kept integer DEFAULT 0 NOT NULL,
  kept_bytes bigint DEFAULT 0 NOT NULL,
  counted integer DEFAULT 0 NOT NULL,
  counted_bytes bigint DEFAULT 0 NOT NULL,
  CONSTRAINT provider_webhook_quotas_pkey PRIMARY KEY (product_id, day),
  CONSTRAINT provider_webhook_quotas_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
) WITH (fillfactor=50);
COMMENT ON TABLE provider_webhook_quotas IS 'modules/payments: how many refused messages a product stored on a day';
ALTER TABLE provider_webhook_quotas ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_webhook_quotas FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON provider_webhook_quotas FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON provider_webhook_quotas FOR SELECT TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY received ON provider_webhook_quotas TO munjigi_system
  USING (true);
GRANT SELECT ON provider_webhook_quotas TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_webhook_quotas TO munjigi_system;

CREATE TABLE provider_webhook_stores (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  CONSTRAINT provider_webhook_stores_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT provider_webhook_stores_product_id_id_fkey FOREIGN KEY (product_id, id) REFERENCES provider_webhooks(product_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE provider_webhook_stores IS 'modules/payments: the store whose address a message of a provider came to';
ALTER TABLE provider_webhook_stores ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_webhook_stores FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON provider_webhook_stores FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY read_of_the_reach ON provider_webhook_stores FOR SELECT TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY received ON provider_webhook_stores TO munjigi_system
  USING (true);
GRANT SELECT ON provider_webhook_stores TO munjigi_app;
GRANT SELECT, INSERT, DELETE ON provider_webhook_stores TO munjigi_system;

CREATE UNLOGGED TABLE provider_webhook_uses (
  product_id uuid NOT NULL,
  provider text NOT NULL,
  address text NOT NULL,
  minute integer NOT NULL,
  count integer NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT provider_webhook_uses_pkey PRIMARY KEY (product_id, provider, address)
) WITH (fillfactor=50);
COMMENT ON TABLE provider_webhook_uses IS 'modules/payments: the messages of an address in its latest minute (unlogged)';
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_webhook_uses TO munjigi_system;

CREATE TABLE provider_webhooks (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  provider text NOT NULL,
  message_key bytea NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  type text,
  state text NOT NULL,
  reason text,
  payment_id uuid,
  received_at timestamp(3) with time zone NOT NULL,
  last_received_at timestamp(3) with time zone NOT NULL,
  times integer DEFAULT 1 NOT NULL,
  worked_at timestamp(3) with time zone,
  worked_times integer DEFAULT 0 NOT NULL,
  body_bytes integer,
  body_digest bytea,
  is_whole boolean DEFAULT true NOT NULL,
  was_worked boolean DEFAULT false NOT NULL,
  CONSTRAINT provider_webhooks_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT provider_webhooks_product_id_provider_message_key_key UNIQUE (product_id, provider, message_key),
  CONSTRAINT provider_webhooks_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT provider_webhooks_provider_check CHECK (provider = ANY (ARRAY['TOSS'::text, 'PORTONE'::text])),
  CONSTRAINT provider_webhooks_state_check CHECK (state = ANY (ARRAY['RECEIVED'::text, 'WORKED'::text, 'IGNORED'::text, 'UNMATCHED'::text, 'REJECTED'::text, 'WAITING'::text]))
);
COMMENT ON TABLE provider_webhooks IS 'modules/payments: a message of a provider as received, and how it was processed';
CREATE INDEX provider_webhooks_kept_for_days ON provider_webhooks USING btree (received_at) WHERE (state = ANY (ARRAY['IGNORED'::text, 'UNMATCHED'::text, 'REJECTED'::text, 'WAITING'::text])) AND NOT was_worked;
CREATE INDEX provider_webhooks_payment ON provider_webhooks USING btree (product_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX provider_webhooks_state ON provider_webhooks USING btree (product_id, state, id DESC);
CREATE INDEX provider_webhooks_waiting ON provider_webhooks USING btree (product_id, provider, id) WHERE state = 'WAITING'::text;
ALTER TABLE provider_webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_webhooks FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON provider_webhooks FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON provider_webhooks TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY received ON provider_webhooks TO munjigi_system
  USING (true);
GRANT SELECT, UPDATE (state, reason, was_worked) ON provider_webhooks TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_webhooks TO munjigi_system;

CREATE TABLE push_keys (
  only_row boolean DEFAULT true NOT NULL,
  public_key text NOT NULL,
  private_key bytea NOT NULL,
  made_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT push_keys_pkey PRIMARY KEY (only_row),
  CONSTRAINT push_keys_only_row_check CHECK (only_row)
);
COMMENT ON TABLE push_keys IS 'modules/push: the only row: the key pair that signs push messages';
GRANT SELECT, INSERT, UPDATE ON push_keys TO munjigi_system;

CREATE TABLE push_notices (
  subscription_id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT push_notices_pkey PRIMARY KEY (subscription_id, kind, subject_id),
  CONSTRAINT push_notices_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE,
  CONSTRAINT push_notices_kind_check CHECK (kind = ANY (ARRAY['MONEY'::text, 'ALARM'::text, 'APPROVAL'::text, 'READINESS'::text, 'OVERRUN'::text, 'WAITLIST'::text, 'ON_CALL'::text]))
);
COMMENT ON TABLE push_notices IS 'modules/push: a subject of which a browser is still to be notified';
GRANT SELECT, INSERT, DELETE ON push_notices TO munjigi_system;

CREATE TABLE push_place (
  only_row boolean DEFAULT true NOT NULL,
  after_position bigint NOT NULL,
  CONSTRAINT push_place_pkey PRIMARY KEY (only_row),
  CONSTRAINT push_place_only_row_check CHECK (only_row)
);
COMMENT ON TABLE push_place IS 'modules/push: the only row: the event position up to which push messages were created';
GRANT SELECT, INSERT, UPDATE ON push_place TO munjigi_system;

CREATE TABLE push_subscriptions (
  product_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  session_id uuid NOT NULL,
  mark bytea NOT NULL,
  sealed bytea NOT NULL,
  kinds text[] NOT NULL,
  user_agent text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  renewed_at timestamp(3) with time zone NOT NULL,
  last_delivered_at timestamp(3) with time zone,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_mark_key UNIQUE (mark),
  CONSTRAINT push_subscriptions_product_id_user_id_fkey FOREIGN KEY (product_id, user_id) REFERENCES users(product_id, id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_kinds_check CHECK (kinds <> '{}'::text[] AND kinds <@ ARRAY['MONEY'::text, 'ALARM'::text, 'APPROVAL'::text, 'READINESS'::text, 'OVERRUN'::text, 'WAITLIST'::text, 'ON_CALL'::text]),
  CONSTRAINT push_subscriptions_mark_check CHECK (length(mark) = 32),
  CONSTRAINT push_subscriptions_user_agent_check CHECK (length(user_agent) <= 400)
);
COMMENT ON TABLE push_subscriptions IS 'modules/push: the push subscription of a browser';
CREATE INDEX push_subscriptions_session ON push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions_user ON push_subscriptions USING btree (user_id, created_at);
ALTER TABLE push_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON push_subscriptions FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own ON push_subscriptions TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND user_id = (( SELECT NULLIF(current_setting('app.user_id'::text, true), ''::text)::uuid AS "nullif")));
CREATE POLICY sending ON push_subscriptions TO munjigi_system
  USING (true);
GRANT SELECT (product_id, user_id, id, kinds, user_agent, created_at, last_delivered_at), DELETE ON push_subscriptions TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscriptions TO munjigi_system;

CREATE TABLE push_turns (
  subscription_id uuid NOT NULL,
  kind text NOT NULL,
  turn integer DEFAULT 1 NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  CONSTRAINT push_turns_pkey PRIMARY KEY (subscription_id, kind),
  CONSTRAINT push_turns_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE
);
COMMENT ON TABLE push_turns IS 'modules/push: the message that is being built for a browser';
GRANT SELECT, INSERT, UPDATE ON push_turns TO munjigi_system;

CREATE TABLE readiness_checks (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  minutes_before integer NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  room_id uuid NOT NULL,
  checked_at timestamp(3) with time zone NOT NULL,
  obstacles jsonb NOT NULL,
  CONSTRAINT readiness_checks_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT readiness_checks_store_id_reservation_id_minutes_before_key UNIQUE (store_id, reservation_id, minutes_before),
  CONSTRAINT readiness_checks_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT readiness_checks_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT readiness_checks_check CHECK (checked_at < starts_at),
  CONSTRAINT readiness_checks_minutes_before_check CHECK (minutes_before = ANY (ARRAY[1440, 120, 15]))
);
COMMENT ON TABLE readiness_checks IS 'modules/readiness: the result of an entry check before a start';
ALTER TABLE readiness_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE readiness_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON readiness_checks FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON readiness_checks TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON readiness_checks TO munjigi_app, munjigi_system;

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
);
COMMENT ON TABLE recovery_codes IS 'modules/accounts: the hash of a recovery code, valid once';
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO munjigi_system;

CREATE TABLE repeated_sign_ups (
  email_hash text NOT NULL,
  proof bytea NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT repeated_sign_ups_pkey PRIMARY KEY (email_hash, proof)
);
COMMENT ON TABLE repeated_sign_ups IS 'modules/accounts: a request for an account with an e-mail that has one already, as keyed hashes';
CREATE INDEX repeated_sign_ups_at ON repeated_sign_ups USING btree (at);
GRANT SELECT, INSERT, DELETE ON repeated_sign_ups TO munjigi_system;

CREATE TABLE reservation_events (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  kind text NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  actor_label text NOT NULL,
  reason text,
  amount bigint,
  before jsonb,
  CONSTRAINT reservation_events_pkey PRIMARY KEY (store_id, reservation_id, id),
  CONSTRAINT reservation_events_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT reservation_events_actor_kind_check CHECK (actor_kind = ANY (ARRAY['PERSON'::text, 'CHANNEL'::text, 'GUEST'::text, 'SYSTEM'::text])) NOT VALID,
  CONSTRAINT reservation_events_kind_check CHECK (kind = ANY (ARRAY['CREATED'::text, 'CONFIRMED'::text, 'CHECKED_IN'::text, 'COMPLETED'::text, 'CANCELLED'::text, 'EXPIRED'::text, 'NO_SHOW'::text, 'MOVED'::text, 'EXTENDED'::text, 'HOLD_EXTENDED'::text, 'EXTENSION_HELD'::text, 'EXTENSION_RETURNED'::text, 'MOVE_HELD'::text, 'MOVE_RETURNED'::text, 'EDITED'::text, 'CONTACT_CHANGED'::text, 'REVEALED'::text, 'CODE_REVEALED'::text, 'CODE_REPLACED'::text, 'CODE_RESENT'::text, 'PAID'::text, 'REFUNDED'::text, 'PAYMENT_REVERSED'::text, 'REFUND_REQUESTED'::text, 'REFUND_OWED'::text, 'REFUND_WAITING'::text, 'REFUND_FAILED'::text])) NOT VALID
);
COMMENT ON TABLE reservation_events IS 'modules/reservations: an entry in the history of a reservation';
CREATE TRIGGER reservation_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON reservation_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE reservation_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation_events FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON reservation_events FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_reservation ON reservation_events FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND reservation_id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON reservation_events TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON reservation_events TO munjigi_app, munjigi_system;
GRANT SELECT ON reservation_events TO munjigi_guest;

CREATE TABLE reservation_holds (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  room_id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  guarded_room_id uuid GENERATED ALWAYS AS (room_id) STORED NOT NULL,
  period tstzrange GENERATED ALWAYS AS (tstzrange(starts_at, ends_at)) STORED NOT NULL,
  CONSTRAINT reservation_holds_pkey PRIMARY KEY (store_id, reservation_id, room_id),
  CONSTRAINT reservation_holds_no_overlap EXCLUDE USING gist (store_id WITH =, guarded_room_id WITH =, period WITH &&)
);
COMMENT ON TABLE reservation_holds IS 'modules/reservations: a room that a reservation keeps, with its buffer; an exclusion constraint prevents overlaps (RV-2)';
CREATE INDEX reservation_holds_room ON reservation_holds USING btree (store_id, room_id, ends_at);
ALTER TABLE reservation_holds ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation_holds FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON reservation_holds FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON reservation_holds TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE, DELETE ON reservation_holds TO munjigi_app, munjigi_system;

CREATE TABLE reservation_series (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  rule jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT reservation_series_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT reservation_series_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id)
);
COMMENT ON TABLE reservation_series IS 'modules/reservations: the rule of a series of reservations';
ALTER TABLE reservation_series ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservation_series FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON reservation_series FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON reservation_series TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON reservation_series TO munjigi_app, munjigi_system;

CREATE TABLE reservations (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid NOT NULL,
  code text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  buffer_ends_at timestamp(3) with time zone NOT NULL,
  business_date date NOT NULL,
  guest_name bytea NOT NULL,
  guest_phone bytea NOT NULL,
  head_count integer NOT NULL,
  channel text NOT NULL,
  block_reason text,
  memo text NOT NULL,
  price_amount bigint NOT NULL,
  price_lines jsonb NOT NULL,
  paid_amount bigint DEFAULT 0 NOT NULL,
  hold_expires_at timestamp(3) with time zone,
  series_id uuid,
  keeps_from timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  refund_percent integer,
  refund_amount bigint,
  created_at timestamp(3) with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  phone_mark bytea,
  last_four_mark bytea,
  name_marks bytea,
  refund_due_amount bigint,
  extension_ends_at timestamp(3) with time zone,
  extension_buffer_ends_at timestamp(3) with time zone,
  extension_amount bigint,
  extension_lines jsonb,
  extension_held_at timestamp(3) with time zone,
  extension_expires_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone GENERATED ALWAYS AS (reservation_due_at(state, kind, starts_at, ends_at, hold_expires_at, extension_expires_at)) STORED,
  guest_email bytea DEFAULT '\x'::bytea NOT NULL,
  guest_language text DEFAULT 'ko'::text NOT NULL,
  is_email_of_link boolean DEFAULT false NOT NULL,
  add_on_lines jsonb DEFAULT '[]'::jsonb NOT NULL,
  coupon_id uuid,
  discount jsonb,
  compensated_amount bigint,
  waived_amount bigint DEFAULT 0 NOT NULL,
  read_move_id uuid,
  CONSTRAINT reservations_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT reservations_coupon FOREIGN KEY (product_id, coupon_id) REFERENCES coupons(product_id, id) NOT VALID,
  CONSTRAINT reservations_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT reservations_block_reason_check CHECK (block_reason = ANY (ARRAY['CLEANING'::text, 'REPAIR'::text, 'OTHER'::text])),
  CONSTRAINT reservations_channel_check CHECK (channel = ANY (ARRAY['STAFF'::text, 'WALK_IN'::text, 'CHANNEL'::text, 'ONLINE'::text])) NOT VALID,
  CONSTRAINT reservations_check CHECK (starts_at < ends_at AND ends_at <= buffer_ends_at),
  CONSTRAINT reservations_check1 CHECK (keeps_from >= starts_at AND keeps_from < ends_at),
  CONSTRAINT reservations_check2 CHECK ((kind = 'BLOCK'::text) = (block_reason IS NOT NULL)),
  CONSTRAINT reservations_check3 CHECK ((state = 'PENDING'::text) = (hold_expires_at IS NOT NULL)),
  CONSTRAINT reservations_check4 CHECK (extension_ends_at > ends_at AND extension_ends_at <= extension_buffer_ends_at AND extension_held_at < extension_expires_at),
  CONSTRAINT reservations_check5 CHECK (num_nulls(extension_ends_at, extension_buffer_ends_at, extension_amount, extension_lines, extension_held_at, extension_expires_at) = ANY (ARRAY[0, 6])),
  CONSTRAINT reservations_check6 CHECK (extension_ends_at IS NULL OR kind = 'GUEST'::text AND (state = ANY (ARRAY['CONFIRMED'::text, 'IN_USE'::text]))),
  CONSTRAINT reservations_compensated_amount_check CHECK (compensated_amount > 0),
  CONSTRAINT reservations_discount CHECK ((coupon_id IS NULL) = (discount IS NULL)),
  CONSTRAINT reservations_extension_amount_check CHECK (extension_amount > 0),
  CONSTRAINT reservations_guest_language_check CHECK (guest_language = ANY (ARRAY['ko'::text, 'en'::text])),
  CONSTRAINT reservations_kind_check CHECK (kind = ANY (ARRAY['GUEST'::text, 'BLOCK'::text])),
  CONSTRAINT reservations_paid_amount_check CHECK (paid_amount >= 0),
  CONSTRAINT reservations_price_amount_check CHECK (price_amount >= 0),
  CONSTRAINT reservations_refund_amount_check CHECK (refund_amount >= 0),
  CONSTRAINT reservations_refund_due_amount_check CHECK (refund_due_amount >= 0),
  CONSTRAINT reservations_refund_percent_check CHECK (refund_percent >= 0 AND refund_percent <= 100),
  CONSTRAINT reservations_state_check CHECK (state = ANY (ARRAY['PENDING'::text, 'CONFIRMED'::text, 'IN_USE'::text, 'COMPLETED'::text, 'CANCELLED'::text, 'EXPIRED'::text, 'NO_SHOW'::text])),
  CONSTRAINT reservations_waived_amount CHECK (waived_amount >= 0)
);
COMMENT ON TABLE reservations IS 'modules/reservations: a stay of a guest, or a block, with its price';
CREATE INDEX reservations_board ON reservations USING btree (store_id, room_id, starts_at) WHERE state <> ALL (ARRAY['CANCELLED'::text, 'EXPIRED'::text]);
CREATE INDEX reservations_by_last_four ON reservations USING btree (product_id, last_four_mark, starts_at DESC) WHERE last_four_mark IS NOT NULL;
CREATE INDEX reservations_by_name ON reservations USING btree (product_id, name_marks) WHERE name_marks IS NOT NULL;
CREATE UNIQUE INDEX reservations_code ON reservations USING btree (code, store_id);
CREATE INDEX reservations_coupon ON reservations USING btree (product_id, coupon_id, starts_at DESC, id DESC) WHERE coupon_id IS NOT NULL;
CREATE INDEX reservations_due ON reservations USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX reservations_id ON reservations USING btree (id);
CREATE INDEX reservations_latest ON reservations USING btree (product_id, starts_at DESC, id DESC);
CREATE INDEX reservations_refund_due ON reservations USING btree (store_id, cancelled_at, id) WHERE refund_due_amount > 0;
CREATE INDEX reservations_series ON reservations USING btree (store_id, series_id, starts_at) WHERE series_id IS NOT NULL;
CREATE INDEX reservations_store_latest ON reservations USING btree (store_id, starts_at DESC, id DESC);
CREATE INDEX reservations_without_contact ON reservations USING btree (store_id, starts_at) WHERE kind = 'GUEST'::text AND guest_phone = '\x'::bytea AND guest_email = '\x'::bytea AND channel <> 'WALK_IN'::text;
CREATE TRIGGER erase_coupon_mark AFTER UPDATE OF phone_mark ON reservations FOR EACH ROW WHEN (old.phone_mark IS NOT NULL AND new.phone_mark IS NULL) EXECUTE FUNCTION erase_coupon_mark();
CREATE TRIGGER reservations_claim_discount AFTER UPDATE OF state, price_amount, paid_amount, discount ON reservations FOR EACH ROW WHEN (new.discount IS NOT NULL) EXECUTE FUNCTION claim_discount();
CREATE TRIGGER reservations_coupon_ends AFTER UPDATE OF state ON reservations FOR EACH ROW WHEN (new.coupon_id IS NOT NULL AND (new.state = ANY (ARRAY['CANCELLED'::text, 'EXPIRED'::text])) AND old.state <> new.state) EXECUTE FUNCTION end_coupon_use();
CREATE TRIGGER reservations_end_guest_token AFTER UPDATE OF state, ends_at ON reservations FOR EACH ROW WHEN (old.ends_at <> new.ends_at OR old.state <> new.state AND (new.state = ANY (ARRAY['CANCELLED'::text, 'EXPIRED'::text]))) EXECUTE FUNCTION follow_reservation_with_guest_token();
CREATE TRIGGER reservations_end_links_of_erased AFTER UPDATE OF guest_name, guest_phone ON reservations FOR EACH ROW WHEN ((length(old.guest_name) > 0 OR length(old.guest_phone) > 0) AND length(new.guest_name) = 0 AND length(new.guest_phone) = 0) EXECUTE FUNCTION end_links_of_erased_guest();
CREATE TRIGGER reservations_follow_online_hold AFTER UPDATE OF state, hold_expires_at ON reservations FOR EACH ROW WHEN (new.channel = 'ONLINE'::text AND old.state = 'PENDING'::text) EXECUTE FUNCTION follow_online_hold();
CREATE TRIGGER reservations_keep_changed AFTER UPDATE OF state, room_id, starts_at, ends_at, buffer_ends_at, keeps_from, extension_buffer_ends_at ON reservations FOR EACH ROW WHEN (keeps_room(old.state) IS DISTINCT FROM keeps_room(new.state) OR old.room_id IS DISTINCT FROM new.room_id OR COALESCE(old.keeps_from, old.starts_at) IS DISTINCT FROM COALESCE(new.keeps_from, new.starts_at) OR room_kept_until(old.buffer_ends_at, old.extension_buffer_ends_at) IS DISTINCT FROM room_kept_until(new.buffer_ends_at, new.extension_buffer_ends_at)) EXECUTE FUNCTION keep_room_time();
CREATE TRIGGER reservations_keep_new AFTER INSERT ON reservations FOR EACH ROW WHEN (keeps_room(new.state)) EXECUTE FUNCTION keep_new_room_time();
CREATE TRIGGER reservations_kept BEFORE DELETE OR TRUNCATE ON reservations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reservations_plan_messages AFTER UPDATE OF guest_phone, guest_email, guest_language ON reservations FOR EACH ROW WHEN (new.kind = 'GUEST'::text AND (old.guest_phone <> new.guest_phone OR old.guest_email <> new.guest_email OR old.guest_language <> new.guest_language)) EXECUTE FUNCTION plan_messages_of_changed_guest();
CREATE TRIGGER reservations_queue_messages AFTER INSERT ON reservations FOR EACH ROW WHEN (new.kind = 'GUEST'::text) EXECUTE FUNCTION queue_messages_of_new_reservation();
CREATE TRIGGER reservations_queue_messages_again AFTER UPDATE OF state, room_id, starts_at, ends_at, head_count, price_amount, hold_expires_at ON reservations FOR EACH ROW WHEN (new.kind = 'GUEST'::text AND (old.state <> new.state OR old.room_id <> new.room_id OR old.starts_at <> new.starts_at OR old.ends_at <> new.ends_at OR old.head_count <> new.head_count OR old.price_amount <> new.price_amount OR old.hold_expires_at IS DISTINCT FROM new.hold_expires_at)) EXECUTE FUNCTION queue_messages_of_changed_reservation();
CREATE TRIGGER reservations_queue_rating_message AFTER UPDATE OF state ON reservations FOR EACH ROW WHEN (new.kind = 'GUEST'::text AND old.state = 'IN_USE'::text AND new.state = 'COMPLETED'::text) EXECUTE FUNCTION queue_rating_message();
CREATE TRIGGER reservations_review_access AFTER INSERT ON reservations FOR EACH ROW WHEN (has_access(new.kind, new.state)) EXECUTE FUNCTION review_access();
CREATE TRIGGER reservations_review_access_again AFTER UPDATE OF state, room_id, starts_at, ends_at, buffer_ends_at ON reservations FOR EACH ROW WHEN (new.kind = 'GUEST'::text AND (old.state IS DISTINCT FROM new.state OR old.room_id IS DISTINCT FROM new.room_id OR old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at)) EXECUTE FUNCTION review_access();
CREATE TRIGGER reservations_review_stages AFTER INSERT ON reservations FOR EACH ROW WHEN (new.kind = 'GUEST'::text AND (new.state = ANY (ARRAY['CONFIRMED'::text, 'IN_USE'::text]))) EXECUTE FUNCTION review_stages();
CREATE TRIGGER reservations_review_stages_again AFTER UPDATE OF state, room_id, starts_at, ends_at, buffer_ends_at ON reservations FOR EACH ROW WHEN (new.kind = 'GUEST'::text AND (old.state IS DISTINCT FROM new.state OR old.room_id IS DISTINCT FROM new.room_id OR old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at OR old.buffer_ends_at IS DISTINCT FROM new.buffer_ends_at)) EXECUTE FUNCTION review_stages();
CREATE TRIGGER reservations_states BEFORE UPDATE ON reservations FOR EACH ROW EXECUTE FUNCTION keep_reservation_states();
CREATE TRIGGER reservations_store_open BEFORE INSERT ON reservations FOR EACH ROW WHEN (new.kind = 'GUEST'::text AND (new.state = ANY (ARRAY['PENDING'::text, 'CONFIRMED'::text, 'IN_USE'::text]))) EXECUTE FUNCTION refuse_guest_of_closed_store();
ALTER TABLE reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON reservations FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON reservations FOR SELECT TO munjigi_system
  USING (due_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY own_reservation ON reservations FOR SELECT TO munjigi_guest
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON reservations TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON reservations TO munjigi_app, munjigi_system;
GRANT SELECT ON reservations TO munjigi_guest;

CREATE TABLE right_changes (
  product_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  by_id uuid,
  by_name text,
  change text NOT NULL,
  state text,
  role text,
  until timestamp(3) with time zone,
  given_store_id uuid,
  CONSTRAINT right_changes_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT right_changes_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT right_changes_change_check CHECK (change = ANY (ARRAY['STATE'::text, 'ROLE_GIVEN'::text, 'ROLE_TAKEN'::text, 'ROLE_UNTIL'::text, 'STORE_GIVEN'::text, 'STORE_TAKEN'::text]))
);
COMMENT ON TABLE right_changes IS 'modules/accounts: a right that was given, changed or withdrawn; triggers write it';
CREATE TRIGGER right_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON right_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE right_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE right_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON right_changes FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY changes_of_anybody ON right_changes TO munjigi_system
  USING (true);
CREATE POLICY own_product ON right_changes TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
GRANT SELECT, INSERT ON right_changes TO munjigi_app, munjigi_system;

CREATE TABLE room_parts (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  room_id uuid NOT NULL,
  part_room_id uuid NOT NULL,
  CONSTRAINT room_parts_pkey PRIMARY KEY (store_id, room_id, part_room_id),
  CONSTRAINT room_parts_store_id_part_room_id_fkey FOREIGN KEY (store_id, part_room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT room_parts_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT room_parts_check CHECK (room_id <> part_room_id)
);
COMMENT ON TABLE room_parts IS 'modules/rooms: a room that is part of a joined room';
CREATE INDEX room_parts_part ON room_parts USING btree (store_id, part_room_id);
CREATE INDEX room_parts_room ON room_parts USING btree (room_id);
CREATE TRIGGER room_parts_take BEFORE INSERT OR DELETE OR UPDATE ON room_parts FOR EACH ROW EXECUTE FUNCTION take_room_of_part();
ALTER TABLE room_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE room_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON room_parts FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_room ON room_parts FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND (room_id IN ( SELECT reservations.room_id
   FROM reservations)));
CREATE POLICY store_rows ON room_parts TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE, DELETE ON room_parts TO munjigi_app;
GRANT SELECT ON room_parts TO munjigi_guest;
GRANT SELECT, INSERT, UPDATE ON room_parts TO munjigi_system;

CREATE TABLE room_photos (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid NOT NULL,
  sort_order integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  small bytea NOT NULL,
  large bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT room_photos_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT room_photos_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id)
);
COMMENT ON TABLE room_photos IS 'modules/rooms: a photo of a room in two sizes';
CREATE INDEX room_photos_room ON room_photos USING btree (store_id, room_id, sort_order);
ALTER TABLE room_photos ENABLE ROW LEVEL SECURITY;
ALTER TABLE room_photos FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON room_photos FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_room ON room_photos FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND (room_id IN ( SELECT reservations.room_id
   FROM reservations)));
CREATE POLICY store_rows ON room_photos TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE, DELETE ON room_photos TO munjigi_app;
GRANT SELECT (product_id, store_id, id, room_id, sort_order, width, height, large) ON room_photos TO munjigi_guest;
GRANT SELECT, INSERT, UPDATE ON room_photos TO munjigi_system;

CREATE TABLE room_stages (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  purpose text NOT NULL,
  reservation_id uuid,
  looked_at timestamp(3) with time zone NOT NULL,
  warning_run_id uuid,
  restore_at timestamp(3) with time zone,
  CONSTRAINT room_stages_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT room_stages_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES rooms(store_id, id),
  CONSTRAINT room_stages_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT room_stages_store_id_warning_run_id_fkey FOREIGN KEY (store_id, warning_run_id) REFERENCES mode_runs(store_id, id),
  CONSTRAINT room_stages_check CHECK ((warning_run_id IS NULL) = (restore_at IS NULL)),
  CONSTRAINT room_stages_purpose_check CHECK (purpose = ANY (ARRAY['STANDBY'::text, 'IN_USE'::text, 'ENDING'::text, 'CLEANING'::text]))
);
COMMENT ON TABLE room_stages IS 'modules/automation: the stage of a room according to its reservations';
CREATE INDEX room_stages_restore ON room_stages USING btree (restore_at) WHERE restore_at IS NOT NULL;
ALTER TABLE room_stages ENABLE ROW LEVEL SECURITY;
ALTER TABLE room_stages FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON room_stages FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON room_stages FOR SELECT TO munjigi_system
  USING (restore_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON room_stages TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON room_stages TO munjigi_app, munjigi_system;

CREATE TABLE rooms (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  capacity integer NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  amenities text[] DEFAULT '{}'::text[] NOT NULL,
  sort_order integer NOT NULL,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  guest_directions text DEFAULT ''::text NOT NULL,
  description_en text DEFAULT ''::text NOT NULL,
  guest_directions_en text DEFAULT ''::text NOT NULL,
  CONSTRAINT rooms_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT rooms_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT rooms_capacity_check CHECK (capacity > 0),
  CONSTRAINT rooms_description_en_check CHECK (length(description_en) <= 2000),
  CONSTRAINT rooms_guest_directions_check CHECK (length(guest_directions) <= 500),
  CONSTRAINT rooms_guest_directions_en_check CHECK (length(guest_directions_en) <= 500)
);
COMMENT ON TABLE rooms IS 'modules/rooms: a room';
CREATE INDEX rooms_id ON rooms USING btree (id);
ALTER TABLE rooms ENABLE ROW LEVEL SECURITY;
ALTER TABLE rooms FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON rooms FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY former_room ON rooms FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND (id IN ( SELECT (reservation_events.before ->> 'roomId'::text)::uuid AS uuid
   FROM reservation_events
  WHERE reservation_events.before IS NOT NULL)));
CREATE POLICY own_room ON rooms FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND ((id IN ( SELECT reservations.room_id
   FROM reservations)) OR (id IN ( SELECT room_parts.part_room_id
   FROM room_parts))));
CREATE POLICY store_rows ON rooms TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON rooms TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, id, name, amenities, guest_directions, guest_directions_en) ON rooms TO munjigi_guest;

CREATE TABLE sales_hours (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  business_date date NOT NULL,
  hour smallint NOT NULL,
  room_id uuid,
  method text NOT NULL,
  provider text NOT NULL,
  channel text,
  gross_amount bigint NOT NULL,
  refund_amount bigint NOT NULL,
  supply_amount bigint NOT NULL,
  vat_amount bigint NOT NULL,
  tax_free_amount bigint NOT NULL,
  payment_count bigint NOT NULL,
  refund_count bigint NOT NULL,
  CONSTRAINT sales_hours_store_id_business_date_hour_room_id_method_prov_key UNIQUE NULLS NOT DISTINCT (store_id, business_date, hour, room_id, method, provider, channel),
  CONSTRAINT sales_hours_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT sales_hours_check CHECK ((gross_amount - refund_amount) = (supply_amount + vat_amount + tax_free_amount)),
  CONSTRAINT sales_hours_hour_check CHECK (hour >= 0 AND hour <= 23)
) WITH (fillfactor=80);
COMMENT ON TABLE sales_hours IS 'modules/sales: sums of the ledger for an hour, room, method, provider and channel';
CREATE INDEX sales_hours_product ON sales_hours USING btree (product_id, business_date);
CREATE TRIGGER sales_hours_kept BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON sales_hours FOR EACH STATEMENT EXECUTE FUNCTION keep_sales();
ALTER TABLE sales_hours ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales_hours FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON sales_hours FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON sales_hours TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON sales_hours TO munjigi_app, munjigi_system;

CREATE TABLE sales_sums (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  kind text NOT NULL,
  starts_on date NOT NULL,
  weekday smallint,
  hour smallint,
  room_id uuid,
  method text,
  channel text,
  gross_amount bigint NOT NULL,
  refund_amount bigint NOT NULL,
  supply_amount bigint NOT NULL,
  vat_amount bigint NOT NULL,
  tax_free_amount bigint NOT NULL,
  payment_count bigint NOT NULL,
  refund_count bigint NOT NULL,
  CONSTRAINT sales_sums_store_id_kind_starts_on_weekday_hour_room_id_met_key UNIQUE NULLS NOT DISTINCT (store_id, kind, starts_on, weekday, hour, room_id, method, channel),
  CONSTRAINT sales_sums_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT sales_sums_check CHECK ((gross_amount - refund_amount) = (supply_amount + vat_amount + tax_free_amount)),
  CONSTRAINT sales_sums_check1 CHECK ((kind = 'HOUR'::text) = (weekday IS NOT NULL) AND (kind = 'HOUR'::text) = (hour IS NOT NULL) AND (kind = 'METHOD'::text) = (method IS NOT NULL)),
  CONSTRAINT sales_sums_hour_check CHECK (hour >= 0 AND hour <= 23),
  CONSTRAINT sales_sums_kind_check CHECK (kind = ANY (ARRAY['DAY'::text, 'HOUR'::text, 'ROOM'::text, 'METHOD'::text])),
  CONSTRAINT sales_sums_weekday_check CHECK (weekday >= 0 AND weekday <= 6)
) WITH (fillfactor=80);
COMMENT ON TABLE sales_sums IS 'modules/sales: sums for a day, or for an hour, a room or a method of a month';
CREATE INDEX sales_sums_product ON sales_sums USING btree (product_id, kind, starts_on);
CREATE TRIGGER sales_sums_kept BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON sales_sums FOR EACH STATEMENT EXECUTE FUNCTION keep_sales();
ALTER TABLE sales_sums ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales_sums FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON sales_sums FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON sales_sums TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON sales_sums TO munjigi_app, munjigi_system;

CREATE TABLE sales_sums_narrowed (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  kind text NOT NULL,
  method text,
  channel text,
  starts_on date NOT NULL,
  weekday smallint,
  hour smallint,
  room_id uuid,
  gross_amount bigint NOT NULL,
  refund_amount bigint NOT NULL,
  supply_amount bigint NOT NULL,
  vat_amount bigint NOT NULL,
  tax_free_amount bigint NOT NULL,
  payment_count bigint NOT NULL,
  refund_count bigint NOT NULL,
  CONSTRAINT sales_sums_narrowed_store_id_kind_method_channel_starts_on__key UNIQUE NULLS NOT DISTINCT (store_id, kind, method, channel, starts_on, weekday, hour, room_id),
  CONSTRAINT sales_sums_narrowed_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT sales_sums_narrowed_check CHECK ((gross_amount - refund_amount) = (supply_amount + vat_amount + tax_free_amount)),
  CONSTRAINT sales_sums_narrowed_check1 CHECK (method IS NOT NULL OR channel IS NOT NULL),
  CONSTRAINT sales_sums_narrowed_check2 CHECK ((kind = 'HOUR'::text) = (weekday IS NOT NULL) AND (kind = 'HOUR'::text) = (hour IS NOT NULL) AND (room_id IS NULL OR kind = 'ROOM'::text)),
  CONSTRAINT sales_sums_narrowed_hour_check CHECK (hour >= 0 AND hour <= 23),
  CONSTRAINT sales_sums_narrowed_kind_check CHECK (kind = ANY (ARRAY['DAY'::text, 'HOUR'::text, 'ROOM'::text])),
  CONSTRAINT sales_sums_narrowed_weekday_check CHECK (weekday >= 0 AND weekday <= 6)
) WITH (fillfactor=80);
COMMENT ON TABLE sales_sums_narrowed IS 'modules/sales: the same sums for one method, one channel or both';
CREATE INDEX sales_sums_narrowed_product ON sales_sums_narrowed USING btree (product_id, kind, method, channel, starts_on);
CREATE TRIGGER sales_sums_narrowed_kept BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON sales_sums_narrowed FOR EACH STATEMENT EXECUTE FUNCTION keep_sales();
ALTER TABLE sales_sums_narrowed ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales_sums_narrowed FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON sales_sums_narrowed FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON sales_sums_narrowed TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON sales_sums_narrowed TO munjigi_app, munjigi_system;

CREATE TABLE second_factors (
  product_id uuid NOT NULL,
  user_id uuid NOT NULL,
  secret bytea NOT NULL,
  begun_at timestamp(3) with time zone NOT NULL,
  confirmed_at timestamp(3) with time zone,
  last_step bigint DEFAULT 0 NOT NULL,
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT second_factors_product_id_user_id_fkey FOREIGN KEY (product_id, user_id) REFERENCES users(product_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE second_factors IS 'modules/accounts: the second factor of a person, with its sealed secret';
CREATE TRIGGER second_factors_epoch AFTER DELETE OR UPDATE ON second_factors FOR EACH ROW EXECUTE FUNCTION next_epoch_of_factors();
ALTER TABLE second_factors ENABLE ROW LEVEL SECURITY;
ALTER TABLE second_factors FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON second_factors FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY product_people ON second_factors TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)));
CREATE POLICY sign_in ON second_factors TO munjigi_system
  USING (true);
GRANT SELECT (product_id, user_id, confirmed_at), DELETE ON second_factors TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors TO munjigi_system;

CREATE TABLE session_activity (
  session_id uuid NOT NULL,
  active_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT session_activity_pkey PRIMARY KEY (session_id),
  CONSTRAINT session_activity_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
COMMENT ON TABLE session_activity IS 'modules/accounts: the last activity of a session';
GRANT SELECT ON session_activity TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON session_activity TO munjigi_system;

CREATE TABLE session_epoch (
  only_row boolean DEFAULT true NOT NULL,
  epoch bigint NOT NULL,
  CONSTRAINT session_epoch_pkey PRIMARY KEY (only_row),
  CONSTRAINT session_epoch_only_row_check CHECK (only_row)
);
COMMENT ON TABLE session_epoch IS 'modules/accounts: the only row: a number that every change of the validity of a session increments';
GRANT SELECT ON session_epoch TO munjigi_app, munjigi_system;

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  end_reason text,
  address text NOT NULL,
  user_agent text NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
COMMENT ON TABLE sessions IS 'modules/accounts: a sign-in of a person';
CREATE INDEX sessions_user ON sessions USING btree (user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_user_newest ON sessions USING btree (user_id, created_at DESC);
CREATE TRIGGER sessions_epoch AFTER DELETE OR UPDATE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION next_session_epoch();
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY backup ON sessions FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON sessions TO munjigi_app
  USING ((user_id IN ( SELECT users.id
   FROM users)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR user_id = NULLIF(current_setting('app.user_id'::text, true), ''::text)::uuid));
CREATE POLICY sign_in ON sessions TO munjigi_system
  USING (true);
GRANT SELECT (id, user_id, created_at, expires_at, ended_at, end_reason, address, user_agent), UPDATE (ended_at, end_reason) ON sessions TO munjigi_app;
GRANT SELECT, INSERT, UPDATE ON sessions TO munjigi_system;

CREATE TABLE settlement_adjustments (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  dated_on date NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by_name text NOT NULL,
  CONSTRAINT settlement_adjustments_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT settlement_adjustments_store_id_transaction_id_key UNIQUE (store_id, transaction_id),
  CONSTRAINT settlement_adjustments_store_id_transaction_id_fkey FOREIGN KEY (store_id, transaction_id) REFERENCES ledger_transactions(store_id, id),
  CONSTRAINT settlement_adjustments_amount_check CHECK (amount <> 0 AND amount >= '-2000000000'::integer AND amount <= 2000000000)
);
COMMENT ON TABLE settlement_adjustments IS 'modules/settlement: a correction outside of sales';
CREATE TRIGGER settlement_adjustments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON settlement_adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE settlement_adjustments ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_adjustments FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON settlement_adjustments FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON settlement_adjustments TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON settlement_adjustments TO munjigi_app, munjigi_system;

CREATE TABLE settlement_comments (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  line text NOT NULL,
  text text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  by_id uuid NOT NULL,
  by_name text NOT NULL,
  is_head_office boolean NOT NULL,
  CONSTRAINT settlement_comments_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT settlement_comments_store_id_settlement_id_fkey FOREIGN KEY (store_id, settlement_id) REFERENCES settlements(store_id, id)
);
COMMENT ON TABLE settlement_comments IS 'modules/settlement: a comment on a line of a settlement';
CREATE INDEX settlement_comments_settlement ON settlement_comments USING btree (store_id, settlement_id);
CREATE TRIGGER settlement_comments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON settlement_comments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE settlement_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON settlement_comments FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON settlement_comments TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON settlement_comments TO munjigi_app, munjigi_system;

CREATE TABLE settlement_entries (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  CONSTRAINT settlement_entries_pkey PRIMARY KEY (store_id, transaction_id),
  CONSTRAINT settlement_entries_store_id_settlement_id_fkey FOREIGN KEY (store_id, settlement_id) REFERENCES settlements(store_id, id),
  CONSTRAINT settlement_entries_store_id_transaction_id_fkey FOREIGN KEY (store_id, transaction_id) REFERENCES ledger_transactions(store_id, id)
);
COMMENT ON TABLE settlement_entries IS 'modules/settlement: a transaction of the ledger that a period contains';
CREATE INDEX settlement_entries_settlement ON settlement_entries USING btree (store_id, settlement_id);
CREATE TRIGGER settlement_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON settlement_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER settlement_entries_closed AFTER INSERT ON settlement_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION settlement_must_be_closed();
CREATE TRIGGER settlement_entries_keep AFTER INSERT ON settlement_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_settlement_entries();
ALTER TABLE settlement_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON settlement_entries FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON settlement_entries TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON settlement_entries TO munjigi_app, munjigi_system;

CREATE TABLE settlement_payees (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  representative text NOT NULL,
  bank text NOT NULL,
  account_number text NOT NULL,
  account_holder text NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT settlement_payees_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT settlement_payees_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT settlement_payees_account_number_check CHECK (account_number = ''::text OR account_number ~ '^[0-9-]{8,24}$'::text),
  CONSTRAINT settlement_payees_check CHECK (id = store_id),
  CONSTRAINT settlement_payees_check1 CHECK ((bank = ''::text) = (account_number = ''::text) AND (bank = ''::text) = (account_holder = ''::text))
);
COMMENT ON TABLE settlement_payees IS 'modules/settlement: the representative of a store, and the account that its payouts go to';
ALTER TABLE settlement_payees ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_payees FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON settlement_payees FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON settlement_payees TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON settlement_payees TO munjigi_app, munjigi_system;

CREATE TABLE settlement_suppliers (
  product_id uuid NOT NULL,
  business_number text NOT NULL,
  name text NOT NULL,
  representative text NOT NULL,
  address text NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT settlement_suppliers_pkey PRIMARY KEY (product_id),
  CONSTRAINT settlement_suppliers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT settlement_suppliers_business_number_check CHECK (business_number ~ '^\d{3}-\d{2}-\d{5}$'::text),
  CONSTRAINT settlement_suppliers_name_check CHECK (name <> ''::text),
  CONSTRAINT settlement_suppliers_representative_check CHECK (representative <> ''::text)
);
COMMENT ON TABLE settlement_suppliers IS 'modules/settlement: the issuer of a product''s tax invoices and statements';
ALTER TABLE settlement_suppliers ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_suppliers FORCE ROW LEVEL SECURITY;
CREATE POLICY add_of_the_product ON settlement_suppliers FOR INSERT TO munjigi_app
  WITH CHECK (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY backup ON settlement_suppliers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY change_of_the_product ON settlement_suppliers FOR UPDATE TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY read_of_the_product ON settlement_suppliers FOR SELECT TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)));
GRANT SELECT, INSERT, UPDATE ON settlement_suppliers TO munjigi_app;

CREATE TABLE settlement_terms (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  valid_from date NOT NULL,
  royalty_rate integer NOT NULL,
  royalty_base text NOT NULL,
  royalty_vat text NOT NULL,
  cycle text NOT NULL,
  pay_after_bank_days integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by_name text NOT NULL,
  payee text DEFAULT 'BUSINESS'::text NOT NULL,
  CONSTRAINT settlement_terms_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT settlement_terms_store_id_valid_from_key UNIQUE (store_id, valid_from),
  CONSTRAINT settlement_terms_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT settlement_terms_cycle_check CHECK (cycle = ANY (ARRAY['WEEKLY'::text, 'HALF_MONTHLY'::text, 'MONTHLY'::text])),
  CONSTRAINT settlement_terms_pay_after_bank_days_check CHECK (pay_after_bank_days >= 0 AND pay_after_bank_days <= 60),
  CONSTRAINT settlement_terms_payee_check CHECK (payee = ANY (ARRAY['BUSINESS'::text, 'PERSON'::text])),
  CONSTRAINT settlement_terms_royalty_base_check CHECK (royalty_base = ANY (ARRAY['GROSS_PAID'::text, 'NET_OF_REFUND'::text, 'NET_OF_REFUND_EX_VAT'::text, 'NET_OF_REFUND_AND_PG_FEE'::text])),
  CONSTRAINT settlement_terms_royalty_rate_check CHECK (royalty_rate >= 0 AND royalty_rate <= 10000),
  CONSTRAINT settlement_terms_royalty_vat_check CHECK (royalty_vat = ANY (ARRAY['INCLUSIVE'::text, 'EXCLUSIVE'::text]))
);
COMMENT ON TABLE settlement_terms IS 'modules/settlement: the royalty and the cycle of a store from a date on';
ALTER TABLE settlement_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON settlement_terms FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON settlement_terms TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON settlement_terms TO munjigi_app, munjigi_system;

CREATE TABLE settlement_versions (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  number integer NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  by_name text NOT NULL,
  lines jsonb NOT NULL,
  payout_amount bigint NOT NULL,
  CONSTRAINT settlement_versions_pkey PRIMARY KEY (store_id, settlement_id, number),
  CONSTRAINT settlement_versions_store_id_settlement_id_fkey FOREIGN KEY (store_id, settlement_id) REFERENCES settlements(store_id, id),
  CONSTRAINT settlement_versions_number_check CHECK (number > 0)
);
COMMENT ON TABLE settlement_versions IS 'modules/settlement: a draft that was shared, or the version that the period was closed with';
CREATE TRIGGER settlement_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON settlement_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE settlement_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON settlement_versions FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON settlement_versions TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT ON settlement_versions TO munjigi_app, munjigi_system;

CREATE TABLE settlements (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  number integer NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  state text DEFAULT 'OPEN'::text NOT NULL,
  pay_on date,
  lines jsonb,
  gross_amount bigint,
  refund_amount bigint,
  fee_amount bigint,
  royalty_amount bigint,
  payout_amount bigint,
  carried_forward_amount bigint,
  closed_at timestamp(3) with time zone,
  closed_by_name text,
  paid_on date,
  paid_reference text,
  paid_at timestamp(3) with time zone,
  paid_by_name text,
  withheld_amount bigint,
  paid_to text,
  CONSTRAINT settlements_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT settlements_store_id_number_key UNIQUE (store_id, number),
  CONSTRAINT settlements_store_id_daterange_excl EXCLUDE USING gist (store_id WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&),
  CONSTRAINT settlements_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT settlements_carried_forward_amount_check CHECK (carried_forward_amount <= 0),
  CONSTRAINT settlements_check CHECK (starts_on <= ends_on),
  CONSTRAINT settlements_check1 CHECK ((state = 'OPEN'::text) = (closed_at IS NULL)),
  CONSTRAINT settlements_check2 CHECK (num_nulls(pay_on, lines, gross_amount, refund_amount, fee_amount, royalty_amount, payout_amount, carried_forward_amount, closed_at, closed_by_name) = ANY (ARRAY[0, 10])),
  CONSTRAINT settlements_check3 CHECK ((state = 'PAID'::text) = (paid_at IS NOT NULL)),
  CONSTRAINT settlements_check4 CHECK (num_nulls(paid_on, paid_reference, paid_at, paid_by_name) = ANY (ARRAY[0, 4])),
  CONSTRAINT settlements_check5 CHECK (payout_amount = 0 OR carried_forward_amount = 0),
  CONSTRAINT settlements_check6 CHECK (state <> 'OPEN'::text OR withheld_amount IS NULL),
  CONSTRAINT settlements_check7 CHECK (state = 'PAID'::text OR paid_to IS NULL),
  CONSTRAINT settlements_payout_amount_check CHECK (payout_amount >= 0),
  CONSTRAINT settlements_state_check CHECK (state = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'PAID'::text])),
  CONSTRAINT settlements_withheld_amount_check CHECK (withheld_amount >= 0)
);
COMMENT ON TABLE settlements IS 'modules/settlement: a settlement period of a store';
CREATE INDEX settlements_id ON settlements USING btree (id);
CREATE INDEX settlements_latest ON settlements USING btree (product_id, ends_on DESC, id DESC);
CREATE UNIQUE INDEX settlements_one_open ON settlements USING btree (store_id) WHERE state = 'OPEN'::text;
CREATE TRIGGER settlements_keep BEFORE INSERT OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION keep_settlement();
CREATE TRIGGER settlements_kept BEFORE DELETE OR TRUNCATE ON settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE settlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlements FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON settlements FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON settlements TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON settlements TO munjigi_app, munjigi_system;

CREATE TABLE sign_in_challenges (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
COMMENT ON TABLE sign_in_challenges IS 'modules/accounts: a sign-in with a correct password that waits for the second factor';
CREATE INDEX sign_in_challenges_expires_at ON sign_in_challenges USING btree (expires_at);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges USING btree (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_challenges TO munjigi_system;

CREATE TABLE sign_in_failures (
  id uuid NOT NULL,
  email_hash text NOT NULL,
  address text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE sign_in_failures IS 'modules/accounts: a failed sign-in, for the limits by account and by address';
CREATE INDEX sign_in_failures_address ON sign_in_failures USING btree (address, at);
CREATE INDEX sign_in_failures_at ON sign_in_failures USING btree (at);
CREATE INDEX sign_in_failures_email ON sign_in_failures USING btree (email_hash, at);
GRANT SELECT, INSERT, DELETE ON sign_in_failures TO munjigi_system;

CREATE TABLE sign_in_rules (
  product_id uuid NOT NULL,
  second_factor_roles text[] DEFAULT '{}'::text[] NOT NULL,
  idle_minutes jsonb DEFAULT '{}'::jsonb NOT NULL,
  idle_since timestamp(3) with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT sign_in_rules_pkey PRIMARY KEY (product_id),
  CONSTRAINT sign_in_rules_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT sign_in_rules_idle_minutes_check CHECK (jsonb_typeof(idle_minutes) = 'object'::text),
  CONSTRAINT sign_in_rules_second_factor_roles_check CHECK (second_factor_roles <@ ARRAY['ADMIN'::text, 'SUB_ADMIN'::text, 'FRANCHISEE'::text, 'CUSTOMER_MANAGER'::text])
);
COMMENT ON TABLE sign_in_rules IS 'modules/accounts: a product''s rules for second factors and idle sessions';
CREATE TRIGGER sign_in_rules_epoch AFTER INSERT OR DELETE OR UPDATE ON sign_in_rules FOR EACH STATEMENT EXECUTE FUNCTION next_session_epoch();
ALTER TABLE sign_in_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON sign_in_rules FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_product ON sign_in_rules TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)));
CREATE POLICY sign_in ON sign_in_rules TO munjigi_system
  USING (true);
GRANT SELECT, INSERT, UPDATE ON sign_in_rules TO munjigi_app;
GRANT SELECT ON sign_in_rules TO munjigi_system;

CREATE TABLE sign_up_attempts (
  id uuid NOT NULL,
  address text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_up_attempts_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE sign_up_attempts IS 'modules/accounts: a request for an account, for the limit by address';
CREATE INDEX sign_up_attempts_address ON sign_up_attempts USING btree (address, at);
CREATE INDEX sign_up_attempts_at ON sign_up_attempts USING btree (at);
GRANT SELECT, INSERT, DELETE ON sign_up_attempts TO munjigi_system;

CREATE TABLE solved_challenges (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  solved_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT solved_challenges_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT solved_challenges_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id)
);
COMMENT ON TABLE solved_challenges IS 'modules/booking: a challenge of the proof of work that was solved, so that it is accepted once; for a day';
CREATE INDEX solved_challenges_solved ON solved_challenges USING btree (solved_at);
ALTER TABLE solved_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE solved_challenges FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON solved_challenges FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON solved_challenges TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
CREATE POLICY sweeps ON solved_challenges FOR DELETE TO munjigi_system
  USING (true);
GRANT SELECT, INSERT, UPDATE ON solved_challenges TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON solved_challenges TO munjigi_system;

CREATE TABLE staff_messages (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id uuid,
  kind text NOT NULL,
  channel text NOT NULL,
  language text NOT NULL,
  dedupe_key text NOT NULL,
  subject bytea NOT NULL,
  body bytea NOT NULL,
  state text DEFAULT 'QUEUED'::text NOT NULL,
  error text,
  tries integer DEFAULT 0 NOT NULL,
  queued_at timestamp(3) with time zone NOT NULL,
  send_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  sending_since timestamp(3) with time zone,
  reference text,
  provider_message_id text,
  recipient bytea DEFAULT '\x'::bytea NOT NULL,
  CONSTRAINT staff_messages_pkey PRIMARY KEY (product_id, id),
  CONSTRAINT staff_messages_product_id_dedupe_key_key UNIQUE (product_id, dedupe_key),
  CONSTRAINT staff_messages_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT staff_messages_product_id_user_id_fkey FOREIGN KEY (product_id, user_id) REFERENCES users(product_id, id) ON DELETE CASCADE,
  CONSTRAINT staff_messages_channel_check CHECK (channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text])),
  CONSTRAINT staff_messages_check CHECK ((state = 'QUEUED'::text) = (ended_at IS NULL)),
  CONSTRAINT staff_messages_check1 CHECK (state = 'QUEUED'::text OR length(subject) = 0 AND length(body) = 0),
  CONSTRAINT staff_messages_ended_recipient_check CHECK (state = 'QUEUED'::text OR length(recipient) = 0) NOT VALID,
  CONSTRAINT staff_messages_kind_check CHECK (kind = ANY (ARRAY['INVITATION'::text, 'PASSWORD_RESET'::text, 'NEW_DEVICE'::text, 'ON_CALL'::text, 'PHONE_CODE'::text, 'WAITLIST_JOINED'::text, 'PASS_ENDING'::text])) NOT VALID,
  CONSTRAINT staff_messages_language_check CHECK (language = ANY (ARRAY['ko'::text, 'en'::text])),
  CONSTRAINT staff_messages_recipient_check CHECK ((kind = ANY (ARRAY['PHONE_CODE'::text, 'WAITLIST_JOINED'::text, 'PASS_ENDING'::text])) = (user_id IS NULL)) NOT VALID,
  CONSTRAINT staff_messages_state_check CHECK (state = ANY (ARRAY['QUEUED'::text, 'ACCEPTED'::text, 'DELIVERED'::text, 'FAILED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text]))
);
COMMENT ON TABLE staff_messages IS 'modules/staff-messages: a message to a person of the product, or to a phone or an address without one (a code, a place on the waitlist), with its encrypted text until it ends';
CREATE INDEX staff_messages_due ON staff_messages USING btree (send_at, seq) WHERE state = 'QUEUED'::text;
CREATE INDEX staff_messages_ended ON staff_messages USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX staff_messages_expiring ON staff_messages USING btree (expires_at) WHERE state = 'QUEUED'::text;
CREATE INDEX staff_messages_provider ON staff_messages USING btree (product_id, provider_message_id) WHERE provider_message_id IS NOT NULL;
CREATE INDEX staff_messages_user ON staff_messages USING btree (product_id, user_id);
ALTER TABLE staff_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE staff_messages FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON staff_messages FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON staff_messages TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)));
CREATE POLICY sends ON staff_messages TO munjigi_system
  USING (true);
GRANT SELECT (product_id, id, user_id, kind, channel, dedupe_key, state, expires_at, sending_since), INSERT, UPDATE (subject, body, state, error, ended_at, recipient) ON staff_messages TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_messages TO munjigi_system;

CREATE TABLE stage_reviews (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  due_at timestamp(3) with time zone,
  planned_at timestamp(3) with time zone,
  CONSTRAINT stage_reviews_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT stage_reviews_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES reservations(store_id, id)
);
COMMENT ON TABLE stage_reviews IS 'modules/automation: when the rooms of a reservation are reviewed next';
CREATE INDEX stage_reviews_due ON stage_reviews USING btree (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE stage_reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE stage_reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON stage_reviews FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY due ON stage_reviews FOR SELECT TO munjigi_system
  USING (due_at IS NOT NULL AND (( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY store_rows ON stage_reviews TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON stage_reviews TO munjigi_app, munjigi_system;

CREATE TABLE stay_ratings (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reservation_id uuid NOT NULL,
  score smallint NOT NULL,
  guest_remark bytea NOT NULL,
  rated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT stay_ratings_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT stay_ratings_store_id_reservation_id_key UNIQUE (store_id, reservation_id),
  CONSTRAINT stay_ratings_store_id_reservation_id_fkey FOREIGN KEY (store_id, reservation_id) REFERENCES reservations(store_id, id),
  CONSTRAINT stay_ratings_score_check CHECK (score >= 1 AND score <= 5)
);
COMMENT ON TABLE stay_ratings IS 'modules/guest-access: the rating of a stay by its guest, with an encrypted remark; at most one per reservation';
CREATE INDEX stay_ratings_latest ON stay_ratings USING btree (product_id, rated_at DESC, id DESC);
CREATE INDEX stay_ratings_store_latest ON stay_ratings USING btree (store_id, rated_at DESC, id DESC);
ALTER TABLE stay_ratings ENABLE ROW LEVEL SECURITY;
ALTER TABLE stay_ratings FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON stay_ratings FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_rating ON stay_ratings FOR SELECT TO munjigi_guest
  USING ((store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])) AND reservation_id = (( SELECT actor_reservation() AS actor_reservation)));
CREATE POLICY store_rows ON stay_ratings TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON stay_ratings TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, id, reservation_id, score, guest_remark, rated_at) ON stay_ratings TO munjigi_guest;

CREATE TABLE store_holidays (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  date date NOT NULL,
  name text NOT NULL,
  is_holiday boolean NOT NULL,
  CONSTRAINT store_holidays_pkey PRIMARY KEY (store_id, date),
  CONSTRAINT store_holidays_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id)
);
COMMENT ON TABLE store_holidays IS 'modules/stores: a store''s own holiday, or a public holiday that it does not observe';
ALTER TABLE store_holidays ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_holidays FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON store_holidays FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON store_holidays TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE, DELETE ON store_holidays TO munjigi_app;
GRANT SELECT, INSERT, UPDATE ON store_holidays TO munjigi_system;

CREATE TABLE store_locations (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  CONSTRAINT store_locations_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT store_locations_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT store_locations_check CHECK (id = store_id),
  CONSTRAINT store_locations_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT store_locations_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision)
);
COMMENT ON TABLE store_locations IS 'modules/stores: where a store is on the globe';
ALTER TABLE store_locations ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_locations FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON store_locations FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON store_locations TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE, DELETE ON store_locations TO munjigi_app;
GRANT SELECT, INSERT, UPDATE ON store_locations TO munjigi_system;

CREATE TABLE store_merchants (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  provider text NOT NULL,
  base_url text NOT NULL,
  client_key text NOT NULL,
  merchant_id text NOT NULL,
  api_secret bytea NOT NULL,
  webhook_secret bytea,
  previous_webhook_secret bytea,
  fee_terms jsonb NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT store_merchants_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT store_merchants_store_id_provider_merchant_id_key UNIQUE (store_id, provider, merchant_id),
  CONSTRAINT store_merchants_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT store_merchants_merchant_id_check CHECK (merchant_id <> ''::text),
  CONSTRAINT store_merchants_provider_check CHECK (provider = ANY (ARRAY['TOSS'::text, 'PORTONE'::text]))
);
COMMENT ON TABLE store_merchants IS 'modules/payments: an account of a store at a payment provider, with its sealed secrets';
CREATE UNIQUE INDEX store_merchants_running ON store_merchants USING btree (store_id, provider) WHERE ended_at IS NULL;
ALTER TABLE store_merchants ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_merchants FORCE ROW LEVEL SECURITY;
CREATE POLICY add_by_the_chain ON store_merchants FOR INSERT TO munjigi_app
  WITH CHECK (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY backup ON store_merchants FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY change_by_the_chain ON store_merchants FOR UPDATE TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY found ON store_merchants FOR SELECT TO munjigi_system
  USING ((( SELECT actor_product() AS actor_product)) IS NULL);
CREATE POLICY read_of_the_reach ON store_merchants FOR SELECT TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON store_merchants TO munjigi_app;
GRANT SELECT ON store_merchants TO munjigi_system;

CREATE TABLE store_sellers (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  legal_name text NOT NULL,
  representative text NOT NULL,
  mail_order_number text NOT NULL,
  mail_order_exemption text,
  address text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  hosting_provider text NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT store_sellers_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT store_sellers_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT store_sellers_check CHECK (id = store_id),
  CONSTRAINT store_sellers_check1 CHECK (kind = 'CHAIN'::text OR legal_name <> ''::text AND representative <> ''::text),
  CONSTRAINT store_sellers_kind_check CHECK (kind = ANY (ARRAY['STORE'::text, 'CHAIN'::text])),
  CONSTRAINT store_sellers_mail_order_exemption_check CHECK (mail_order_exemption = ANY (ARRAY['SIMPLIFIED_TAXPAYER'::text, 'FEW_SALES'::text]))
);
COMMENT ON TABLE store_sellers IS 'modules/stores: who sells the stays of a store';
ALTER TABLE store_sellers ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_sellers FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON store_sellers FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY own_store ON store_sellers FOR SELECT TO munjigi_guest
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])));
CREATE POLICY store_rows ON store_sellers TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON store_sellers TO munjigi_app, munjigi_system;
GRANT SELECT (product_id, store_id, id, kind, legal_name, representative, mail_order_number, mail_order_exemption, address, phone, email, hosting_provider) ON store_sellers TO munjigi_guest;

CREATE TABLE stores (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  time_zone text DEFAULT 'Asia/Seoul'::text NOT NULL,
  mqtt_prefix text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  business_number text DEFAULT ''::text NOT NULL,
  hours jsonb DEFAULT '[]'::jsonb NOT NULL,
  slot_minutes integer DEFAULT 30 NOT NULL,
  min_minutes integer DEFAULT 60 NOT NULL,
  max_minutes integer DEFAULT 720 NOT NULL,
  horizon_days integer DEFAULT 60 NOT NULL,
  buffer_minutes integer DEFAULT 0 NOT NULL,
  hold_minutes integer DEFAULT 15 NOT NULL,
  access_before_minutes integer DEFAULT 10 NOT NULL,
  access_after_minutes integer DEFAULT 10 NOT NULL,
  day_cutoff text DEFAULT '06:00'::text NOT NULL,
  cancellation_tiers jsonb DEFAULT '[{"hoursBefore": 24, "refundPercent": 100}, {"hoursBefore": 2, "refundPercent": 50}]'::jsonb NOT NULL,
  settlement_terms jsonb DEFAULT '{"cycle": "MONTHLY", "payoutLagDays": 5, "royaltyPercent": 0}'::jsonb NOT NULL,
  prepare_minutes integer DEFAULT 10 NOT NULL,
  warning_minutes integer DEFAULT 10 NOT NULL,
  overrun_watts integer DEFAULT 0 NOT NULL,
  closed_at timestamp(3) with time zone,
  closed_reason text,
  guest_directions text DEFAULT ''::text NOT NULL,
  guest_map_url text DEFAULT ''::text NOT NULL,
  guest_house_rules text DEFAULT ''::text NOT NULL,
  guest_wifi_name text DEFAULT ''::text NOT NULL,
  guest_wifi_password text DEFAULT ''::text NOT NULL,
  waitlist_offer_minutes integer DEFAULT 0 NOT NULL,
  booking_is_open boolean DEFAULT false NOT NULL,
  booking_terms text DEFAULT ''::text NOT NULL,
  guest_page_months integer DEFAULT 6 NOT NULL,
  guest_address_en text DEFAULT ''::text NOT NULL,
  guest_directions_en text DEFAULT ''::text NOT NULL,
  guest_house_rules_en text DEFAULT ''::text NOT NULL,
  booking_terms_en text DEFAULT ''::text NOT NULL,
  CONSTRAINT stores_pkey PRIMARY KEY (id),
  CONSTRAINT stores_mqtt_prefix_key UNIQUE (mqtt_prefix),
  CONSTRAINT stores_product_id_id_key UNIQUE (product_id, id),
  CONSTRAINT stores_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT stores_booking_terms_check CHECK (length(booking_terms) <= 4000),
  CONSTRAINT stores_booking_terms_en_check CHECK (length(booking_terms_en) <= 4000),
  CONSTRAINT stores_buffer_minutes_check CHECK (buffer_minutes >= 0 AND buffer_minutes <= 240),
  CONSTRAINT stores_check CHECK (guest_wifi_password = ''::text OR guest_wifi_name <> ''::text),
  CONSTRAINT stores_closed CHECK ((closed_at IS NULL) = (closed_reason IS NULL)),
  CONSTRAINT stores_guest_address_en_check CHECK (length(guest_address_en) <= 200),
  CONSTRAINT stores_guest_directions_check CHECK (length(guest_directions) <= 500),
  CONSTRAINT stores_guest_directions_en_check CHECK (length(guest_directions_en) <= 500),
  CONSTRAINT stores_guest_house_rules_check CHECK (length(guest_house_rules) <= 1000),
  CONSTRAINT stores_guest_house_rules_en_check CHECK (length(guest_house_rules_en) <= 1000),
  CONSTRAINT stores_guest_map_url_check CHECK (length(guest_map_url) <= 500 AND (guest_map_url = ''::text OR guest_map_url ~ '^https://'::text)),
  CONSTRAINT stores_guest_page_months_check CHECK (guest_page_months >= 1 AND guest_page_months <= 24),
  CONSTRAINT stores_guest_wifi_name_check CHECK (length(guest_wifi_name) <= 32),
  CONSTRAINT stores_guest_wifi_password_check CHECK (length(guest_wifi_password) <= 63),
  CONSTRAINT stores_lengths CHECK (min_minutes <= max_minutes),
  CONSTRAINT stores_max_minutes_check CHECK (max_minutes <= 10080),
  CONSTRAINT stores_mqtt_prefix_check CHECK (mqtt_prefix ~ '^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*$'::text AND length(mqtt_prefix) <= 80),
  CONSTRAINT stores_overrun_watts_check CHECK (overrun_watts >= 0 AND overrun_watts <= 20000),
  CONSTRAINT stores_prepare_minutes_check CHECK (prepare_minutes >= 0 AND prepare_minutes <= 120),
  CONSTRAINT stores_slot_minutes_check CHECK (slot_minutes >= 10 AND slot_minutes <= 120),
  CONSTRAINT stores_waitlist_offer_minutes_check CHECK (waitlist_offer_minutes = 0 OR waitlist_offer_minutes >= 5 AND waitlist_offer_minutes <= 1440),
  CONSTRAINT stores_warning_minutes_check CHECK (warning_minutes >= 0 AND warning_minutes <= 60)
);
COMMENT ON TABLE stores IS 'modules/stores: a store with all its settings';
CREATE UNIQUE INDEX stores_name ON stores USING btree (lower(name), product_id);
CREATE TRIGGER stores_closed_without_guests BEFORE UPDATE OF closed_at ON stores FOR EACH ROW WHEN (old.closed_at IS NULL AND new.closed_at IS NOT NULL) EXECUTE FUNCTION refuse_to_close_with_guests();
CREATE TRIGGER stores_review_access AFTER UPDATE OF access_before_minutes, access_after_minutes ON stores FOR EACH ROW WHEN (old.access_before_minutes IS DISTINCT FROM new.access_before_minutes OR old.access_after_minutes IS DISTINCT FROM new.access_after_minutes) EXECUTE FUNCTION review_access_of_store();
CREATE TRIGGER stores_review_stages AFTER UPDATE OF prepare_minutes, warning_minutes ON stores FOR EACH ROW WHEN (old.prepare_minutes IS DISTINCT FROM new.prepare_minutes OR old.warning_minutes IS DISTINCT FROM new.warning_minutes) EXECUTE FUNCTION review_stages_of_store();
ALTER TABLE stores ENABLE ROW LEVEL SECURITY;
ALTER TABLE stores FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON stores FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY directory ON stores TO munjigi_system
  USING (true);
CREATE POLICY own_store ON stores FOR SELECT TO munjigi_guest
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[])));
CREATE POLICY store_rows ON stores TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON stores TO munjigi_app;
GRANT SELECT (product_id, id, name, address, phone, time_zone, business_number, access_before_minutes, access_after_minutes, cancellation_tiers, closed_at, guest_directions, guest_map_url, guest_house_rules, guest_wifi_name, guest_wifi_password, booking_is_open, booking_terms, guest_page_months, guest_address_en, guest_directions_en, guest_house_rules_en, booking_terms_en) ON stores TO munjigi_guest;
GRANT SELECT (product_id, id, name, address, phone, time_zone, mqtt_prefix, business_number, hours, slot_minutes, min_minutes, max_minutes, horizon_days, buffer_minutes, hold_minutes, access_before_minutes, access_after_minutes, day_cutoff, cancellation_tiers, prepare_minutes, warning_minutes, overrun_watts, closed_at, guest_map_url, waitlist_offer_minutes, booking_is_open, booking_terms, guest_page_months, guest_address_en, booking_terms_en) ON stores TO munjigi_system;

CREATE TABLE user_stores (
  product_id uuid NOT NULL,
  user_id uuid NOT NULL,
  store_id uuid NOT NULL,
  CONSTRAINT user_stores_pkey PRIMARY KEY (user_id, store_id),
  CONSTRAINT user_stores_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT user_stores_product_id_user_id_fkey FOREIGN KEY (product_id, user_id) REFERENCES users(product_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE user_stores IS 'modules/accounts: a store that is assigned to a person';
CREATE TRIGGER user_stores_end_sessions AFTER INSERT OR DELETE OR UPDATE ON user_stores FOR EACH ROW EXECUTE FUNCTION end_sessions_of_changed_stores();
CREATE TRIGGER user_stores_epoch AFTER INSERT OR DELETE OR UPDATE ON user_stores FOR EACH STATEMENT EXECUTE FUNCTION next_session_epoch();
CREATE TRIGGER user_stores_right_changes AFTER INSERT OR DELETE ON user_stores FOR EACH ROW EXECUTE FUNCTION record_store_changes();
ALTER TABLE user_stores ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_stores FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON user_stores FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY sign_in ON user_stores TO munjigi_system
  USING (true);
CREATE POLICY store_rows ON user_stores TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, DELETE ON user_stores TO munjigi_app, munjigi_system;

CREATE TABLE users (
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  roles text[] NOT NULL,
  state text DEFAULT 'ACTIVE'::text NOT NULL,
  locale text DEFAULT 'kr'::text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  requested_store text DEFAULT ''::text NOT NULL,
  role_ends jsonb DEFAULT '{}'::jsonb NOT NULL,
  decided_at timestamp(3) with time zone,
  decision text DEFAULT ''::text NOT NULL,
  is_demo boolean DEFAULT false NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_product_id_id_key UNIQUE (product_id, id),
  CONSTRAINT users_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT users_locale_check CHECK (locale = ANY (ARRAY['kr'::text, 'en'::text])),
  CONSTRAINT users_role_ends_check CHECK (jsonb_typeof(role_ends) = 'object'::text AND (role_ends - roles) = '{}'::jsonb),
  CONSTRAINT users_roles_check CHECK (roles <@ ARRAY['ADMIN'::text, 'SUB_ADMIN'::text, 'FRANCHISEE'::text, 'CUSTOMER_MANAGER'::text]),
  CONSTRAINT users_state_check CHECK (state = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'DISABLED'::text, 'DECLINED'::text]))
);
COMMENT ON TABLE users IS 'modules/accounts: a person of a product, also one whose request for an account is undecided';
CREATE INDEX users_by_name ON users USING btree (product_id, name, id);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));
CREATE INDEX users_newest ON users USING btree (product_id, created_at DESC, id DESC);
CREATE INDEX users_waiting ON users USING btree (product_id, created_at) WHERE state = 'PENDING'::text;
CREATE TRIGGER users_end_sessions AFTER UPDATE OF roles, role_ends, state, password_hash ON users FOR EACH ROW WHEN (old.roles IS DISTINCT FROM new.roles OR old.role_ends IS DISTINCT FROM new.role_ends OR old.state IS DISTINCT FROM new.state OR old.password_hash IS DISTINCT FROM new.password_hash) EXECUTE FUNCTION end_sessions_of_changed_user();
CREATE TRIGGER users_epoch AFTER DELETE OR UPDATE ON users FOR EACH STATEMENT EXECUTE FUNCTION next_session_epoch();
CREATE TRIGGER users_last_admin_changed AFTER UPDATE ON users FOR EACH ROW WHEN (old.state = 'ACTIVE'::text AND ('ADMIN'::text = ANY (old.roles)) AND NOT old.role_ends ? 'ADMIN'::text AND NOT (new.state = 'ACTIVE'::text AND ('ADMIN'::text = ANY (new.roles)) AND NOT new.role_ends ? 'ADMIN'::text)) EXECUTE FUNCTION keep_an_admin();
CREATE TRIGGER users_last_admin_deleted AFTER DELETE ON users FOR EACH ROW WHEN (old.state = 'ACTIVE'::text AND ('ADMIN'::text = ANY (old.roles)) AND NOT old.role_ends ? 'ADMIN'::text) EXECUTE FUNCTION keep_an_admin();
CREATE TRIGGER users_right_changes AFTER INSERT OR UPDATE OF roles, role_ends, state ON users FOR EACH ROW EXECUTE FUNCTION record_right_changes();
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON users FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY product_people ON users TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)));
CREATE POLICY sign_in ON users TO munjigi_system
  USING (true);
GRANT SELECT (id, product_id, email, name, roles, state, locale, created_at, version, phone, requested_store, role_ends, decided_at, decision), INSERT (id, product_id, email, name, password_hash, roles, state, created_at, role_ends, decided_at), UPDATE (name, roles, state, locale, version, role_ends, decided_at, decision) ON users TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON users TO munjigi_system;

CREATE TABLE waitlist (
  product_id uuid NOT NULL,
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid,
  starts_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  head_count integer NOT NULL,
  guest_name bytea NOT NULL,
  guest_phone bytea NOT NULL,
  memo text NOT NULL,
  state text DEFAULT 'WAITING'::text NOT NULL,
  free_since timestamp(3) with time zone,
  free_room_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  offered_reservation_id uuid,
  offer_until timestamp(3) with time zone,
  origin text DEFAULT 'STAFF'::text NOT NULL,
  guest_language text DEFAULT 'ko'::text NOT NULL,
  phone_mark bytea,
  guest_email bytea DEFAULT '\x'::bytea NOT NULL,
  CONSTRAINT waitlist_pkey PRIMARY KEY (store_id, id),
  CONSTRAINT waitlist_product_id_store_id_fkey FOREIGN KEY (product_id, store_id) REFERENCES stores(product_id, id),
  CONSTRAINT waitlist_store_id_offered_reservation_id_fkey FOREIGN KEY (store_id, offered_reservation_id) REFERENCES reservations(store_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT waitlist_store_id_room_id_fkey FOREIGN KEY (store_id, room_id) REFERENCES rooms(store_id, id),
  CONSTRAINT waitlist_check CHECK (starts_at < ends_at),
  CONSTRAINT waitlist_check1 CHECK ((state = 'OFFERED'::text) = (offer_until IS NOT NULL)),
  CONSTRAINT waitlist_check2 CHECK (state <> 'OFFERED'::text OR offered_reservation_id IS NOT NULL),
  CONSTRAINT waitlist_guest_language_check CHECK (guest_language = ANY (ARRAY['ko'::text, 'en'::text])),
  CONSTRAINT waitlist_origin_check CHECK (origin = ANY (ARRAY['STAFF'::text, 'ONLINE'::text])),
  CONSTRAINT waitlist_state_check CHECK (state = ANY (ARRAY['WAITING'::text, 'FREE'::text, 'OFFERED'::text, 'DONE'::text, 'EXPIRED'::text]))
);
COMMENT ON TABLE waitlist IS 'modules/reservations: a guest on the waitlist for a room and a period, added by staff or by themselves, with the reservation that they were offered';
CREATE INDEX waitlist_id ON waitlist USING btree (id);
CREATE INDEX waitlist_in_order ON waitlist USING btree (product_id, (
CASE state
    WHEN 'FREE'::text THEN 0
    WHEN 'OFFERED'::text THEN 1
    WHEN 'WAITING'::text THEN 2
    ELSE 3
END), starts_at, id);
CREATE UNIQUE INDEX waitlist_offered ON waitlist USING btree (store_id, offered_reservation_id) WHERE offered_reservation_id IS NOT NULL;
CREATE INDEX waitlist_phone ON waitlist USING btree (store_id, phone_mark) WHERE origin = 'ONLINE'::text AND (state = ANY (ARRAY['WAITING'::text, 'FREE'::text, 'OFFERED'::text]));
CREATE INDEX waitlist_store_in_order ON waitlist USING btree (store_id, (
CASE state
    WHEN 'FREE'::text THEN 0
    WHEN 'OFFERED'::text THEN 1
    WHEN 'WAITING'::text THEN 2
    ELSE 3
END), starts_at, id);
CREATE INDEX waitlist_waiting ON waitlist USING btree (store_id, starts_at) WHERE state = ANY (ARRAY['WAITING'::text, 'FREE'::text]);
ALTER TABLE waitlist ENABLE ROW LEVEL SECURITY;
ALTER TABLE waitlist FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON waitlist FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY store_rows ON waitlist TO munjigi_app, munjigi_system
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND (( SELECT actor_sees_all_stores() AS actor_sees_all_stores) OR (store_id = ANY ((( SELECT actor_stores() AS actor_stores))::uuid[]))));
GRANT SELECT, INSERT, UPDATE ON waitlist TO munjigi_app, munjigi_system;

CREATE TABLE webhook_deliveries (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  message_id text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  state text DEFAULT 'PENDING'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  round integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  next_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  tries jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_endpoint_id_message_id_key UNIQUE (endpoint_id, message_id),
  CONSTRAINT webhook_deliveries_product_id_endpoint_id_fkey FOREIGN KEY (product_id, endpoint_id) REFERENCES webhook_endpoints(product_id, id),
  CONSTRAINT webhook_deliveries_check CHECK ((state = 'PENDING'::text) = (ended_at IS NULL)),
  CONSTRAINT webhook_deliveries_state_check CHECK (state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text, 'DROPPED'::text]))
);
COMMENT ON TABLE webhook_deliveries IS 'modules/webhooks: a message to an endpoint, with its attempts';
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX webhook_deliveries_latest ON webhook_deliveries USING btree (product_id, id DESC);
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries USING btree (endpoint_id, id DESC);
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON webhook_deliveries FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON webhook_deliveries TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY sent ON webhook_deliveries TO munjigi_system
  USING (true);
GRANT SELECT, INSERT, UPDATE ON webhook_deliveries TO munjigi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_deliveries TO munjigi_system;

CREATE TABLE webhook_endpoints (
  product_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  types text[] NOT NULL,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_until timestamp(3) with time zone,
  state text DEFAULT 'ENABLED'::text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  changed_by_name text NOT NULL,
  last_delivered_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  failing_since timestamp(3) with time zone,
  after_position bigint DEFAULT event_position_now() NOT NULL,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_product_id_id_key UNIQUE (product_id, id),
  CONSTRAINT webhook_endpoints_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT webhook_endpoints_state_check CHECK (state = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text, 'FAILING'::text])),
  CONSTRAINT webhook_endpoints_types_check CHECK (types <> '{}'::text[]),
  CONSTRAINT webhook_endpoints_url_check CHECK (length(url) <= 2000)
);
COMMENT ON TABLE webhook_endpoints IS 'modules/webhooks: an endpoint of the chain''s own systems';
CREATE INDEX webhook_endpoints_present ON webhook_endpoints USING btree (product_id, created_at) WHERE removed_at IS NULL;
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON webhook_endpoints FOR SELECT TO CURRENT_USER
  USING ((( SELECT current_setting('app.backup'::text, true) AS current_setting)) = 'on'::text);
CREATE POLICY of_the_product ON webhook_endpoints TO munjigi_app
  USING (product_id = (( SELECT actor_product() AS actor_product)) AND ( SELECT actor_sees_all_stores() AS actor_sees_all_stores));
CREATE POLICY sent ON webhook_endpoints TO munjigi_system
  USING (true);
GRANT SELECT, INSERT, UPDATE ON webhook_endpoints TO munjigi_app, munjigi_system;

CREATE FUNCTION actor_product()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.product_id'::text, true), ''::text))::uuid;

CREATE FUNCTION actor_reservation()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.reservation_id'::text, true), ''::text))::uuid;

CREATE FUNCTION actor_sees_all_stores()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (current_setting('app.store_ids'::text, true) = '*'::text);

CREATE FUNCTION actor_stores()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (current_setting('app.store_ids'::text, true) = ANY (ARRAY['*'::text, ''::text])) THEN '{}'::uuid[] ELSE (current_setting('app.store_ids'::text, true))::uuid[] END;

CREATE FUNCTION change_message_kind(state text, known jsonb, present jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when state not in ('PENDING', 'CONFIRMED', 'IN_USE') then null
    when known->>'roomId' <> present->>'roomId' or known->>'startsAt' <> present->>'startsAt' then 'MOVED'
    when known->>'endsAt' < present->>'endsAt' and known->'headCount' = present->'headCount' and state <> 'PENDING' then 'EXTENDED'
    when known - 'roomName' <> present - 'roomName' then 'CHANGED'
  end
$function$;

CREATE FUNCTION claim_discount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state in ('COMPLETED', 'NO_SHOW') and new.discount ->> 'bearer' = 'HEAD_OFFICE' and (new.discount ->> 'amount')::bigint > 0 then
    insert into coupon_claims (product_id, store_id, id, coupon_id, state, due_at, check_at)
    values (new.product_id, new.store_id, new.id, new.coupon_id, 'WAITING', new.ends_at + interval '7 days', new.ends_at + interval '7 days')
    on conflict (store_id, id) do update set check_at = coupon_claims.due_at;
  else
    update coupon_claims set check_at = due_at where store_id = new.store_id and id = new.id;
  end if;
  return null;
end $function$;

CREATE FUNCTION closes_room(its_store uuid, closed uuid[], its_room uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((closed = '{}'::uuid[]) OR (its_room = ANY (closed)) OR (EXISTS (WITH mine AS (SELECT room_parts.part_room_id AS id FROM room_parts WHERE ((room_parts.store_id = closes_room.its_store) AND (room_parts.room_id = closes_room.its_room)) UNION SELECT closes_room.its_room AS its_room) SELECT FROM mine WHERE (mine.id = ANY (closes_room.closed)) UNION ALL SELECT FROM (mine JOIN room_parts p ON (((p.store_id = closes_room.its_store) AND (p.part_room_id = mine.id)))) WHERE (p.room_id = ANY (closes_room.closed)))));

CREATE FUNCTION command_rank(status text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN CASE status WHEN 'QUEUED'::text THEN 0 WHEN 'SENT'::text THEN 1 WHEN 'ACCEPTED'::text THEN 2 ELSE 3 END;

CREATE FUNCTION count_changed_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change record;
begin
  for change in
    select store_id, sum(delta) as delta from (
      select store_id, 1 as delta from after_rows where confirmed_at is null
      union all
      select store_id, -1 from before_rows where confirmed_at is null
    ) as deltas group by store_id having sum(delta) <> 0 order by store_id
  loop
    update notification_counts set unconfirmed = unconfirmed + change.delta where store_id = change.store_id;
  end loop;
  return null;
end $function$;

CREATE FUNCTION count_new_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into notification_counts as counts (product_id, store_id, total, unconfirmed)
  select product_id, store_id, count(*), count(*) filter (where confirmed_at is null)
  from added group by product_id, store_id order by store_id
  on conflict (store_id) do update
    set total = counts.total + excluded.total, unconfirmed = counts.unconfirmed + excluded.unconfirmed;
  return null;
end $function$;

CREATE FUNCTION count_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  update payments p set
    refunded_amount = p.refunded_amount + sign * new.amount,
    refunded_supply_amount = p.refunded_supply_amount + sign * new.supply_amount,
    refunded_vat_amount = p.refunded_vat_amount + sign * new.vat_amount,
    refunded_tax_free_amount = p.refunded_tax_free_amount + sign * new.tax_free_amount
  where p.store_id = new.store_id and p.id = new.payment_id;
  return null;
end $function$;

CREATE FUNCTION count_sales()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with posted as materialized (
    select t.product_id, t.store_id, t.business_date, extract(hour from t.occurred_at at time zone s.time_zone)::smallint as hour, t.room_id, t.method, t.provider, t.channel,
      date_trunc('month', t.business_date)::date as month, extract(dow from t.business_date)::smallint as weekday,
      coalesce(-sum(e.amount) filter (where e.account like 'SALES\_%' and t.kind <> 'REFUND'), 0) as gross_amount,
      coalesce(sum(e.amount) filter (where e.account like 'SALES\_%' and t.kind = 'REFUND'), 0) as refund_amount,
      coalesce(-sum(e.amount) filter (where e.account = 'SALES_SUPPLY'), 0) as supply_amount,
      coalesce(-sum(e.amount) filter (where e.account = 'SALES_VAT'), 0) as vat_amount,
      coalesce(-sum(e.amount) filter (where e.account = 'SALES_TAX_FREE'), 0) as tax_free_amount,
      coalesce(sum(case t.kind when 'PAYMENT' then 1 when 'REVERSAL' then -1 end) filter (where e.line = 1), 0) as payment_count,
      count(*) filter (where e.line = 1 and t.kind = 'REFUND') as refund_count
    from added e
    join ledger_transactions t on t.store_id = e.store_id and t.id = e.transaction_id
    join stores s on s.id = t.store_id
    group by 1, 2, 3, 4, 5, 6, 7, 8
    -- Leaves out transactions that are no sale.
    having bool_or(e.account like 'SALES\_%')),
  above as (
    insert into sales_sums as sums (product_id, store_id, kind, starts_on, weekday, hour, room_id, method, channel,
      gross_amount, refund_amount, supply_amount, vat_amount, tax_free_amount, payment_count, refund_count)
    select product_id, store_id,
      case when grouping(business_date) = 0 then 'DAY' when grouping(hour) = 0 then 'HOUR' when grouping(room_id) = 0 then 'ROOM' else 'METHOD' end,
      coalesce(business_date, month), weekday, hour, room_id, method, channel,
      sum(gross_amount), sum(refund_amount), sum(supply_amount), sum(vat_amount), sum(tax_free_amount), sum(payment_count), sum(refund_count)
    from posted
    group by grouping sets (
      (product_id, store_id, business_date), (product_id, store_id, month, weekday, hour), (product_id, store_id, month, room_id), (product_id, store_id, month, method, channel))
    order by 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (store_id, kind, starts_on, weekday, hour, room_id, method, channel) do update set
      gross_amount = sums.gross_amount + excluded.gross_amount, refund_amount = sums.refund_amount + excluded.refund_amount,
      supply_amount = sums.supply_amount + excluded.supply_amount, vat_amount = sums.vat_amount + excluded.vat_amount,
      tax_free_amount = sums.tax_free_amount + excluded.tax_free_amount,
      payment_count = sums.payment_count + excluded.payment_count, refund_count = sums.refund_count + excluded.refund_count
    returning 1),
  narrowed as (
    insert into sales_sums_narrowed as sums (product_id, store_id, kind, method, channel, starts_on, weekday, hour, room_id,
      gross_amount, refund_amount, supply_amount, vat_amount, tax_free_amount, payment_count, refund_count)
    select product_id, store_id,
      case when grouping(business_date) = 0 then 'DAY' when grouping(hour) = 0 then 'HOUR' else 'ROOM' end,
      method, channel, coalesce(business_date, month), weekday, hour, room_id,
      sum(gross_amount), sum(refund_amount), sum(supply_amount), sum(vat_amount), sum(tax_free_amount), sum(payment_count), sum(refund_count)
    from posted
    where (select count(*) from above) > 0
    group by product_id, store_id, grouping sets ((business_date), (month, weekday, hour), (month, room_id)), grouping sets ((method), (channel), (method, channel))
    having grouping(channel) = 1 or channel is not null
    order by 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (store_id, kind, method, channel, starts_on, weekday, hour, room_id) do update set
      gross_amount = sums.gross_amount + excluded.gross_amount, refund_amount = sums.refund_amount + excluded.refund_amount,
      supply_amount = sums.supply_amount + excluded.supply_amount, vat_amount = sums.vat_amount + excluded.vat_amount,
      tax_free_amount = sums.tax_free_amount + excluded.tax_free_amount,
      payment_count = sums.payment_count + excluded.payment_count, refund_count = sums.refund_count + excluded.refund_count
    returning 1)
  insert into sales_hours as sums (product_id, store_id, business_date, hour, room_id, method, provider, channel,
    gross_amount, refund_amount, supply_amount, vat_amount, tax_free_amount, payment_count, refund_count)
  select product_id, store_id, business_date, hour, room_id, method, provider, channel,
    gross_amount, refund_amount, supply_amount, vat_amount, tax_free_amount, payment_count, refund_count
  from posted
  where (select count(*) from narrowed) > 0
  order by 2, 3, 4, 5, 6, 7, 8
  on conflict (store_id, business_date, hour, room_id, method, provider, channel) do update set
    gross_amount = sums.gross_amount + excluded.gross_amount, refund_amount = sums.refund_amount + excluded.refund_amount,
    supply_amount = sums.supply_amount + excluded.supply_amount, vat_amount = sums.vat_amount + excluded.vat_amount,
    tax_free_amount = sums.tax_free_amount + excluded.tax_free_amount,
    payment_count = sums.payment_count + excluded.payment_count, refund_count = sums.refund_count + excluded.refund_count;
  return null;
end $function$;

CREATE FUNCTION end_coupon_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update coupon_uses set ended_at = now()
  where product_id = new.product_id and reservation_id = new.id and ended_at is null;
  return null;
end $function$;

CREATE FUNCTION end_links_of_erased_guest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from guest_tokens where store_id = new.store_id and reservation_id = new.id;
  return null;
end $function$;

CREATE FUNCTION end_sessions_of_changed_stores()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  update sessions set ended_at = now(), end_reason = 'ACCOUNT_CHANGED'
  where user_id = coalesce(new.user_id, old.user_id) and ended_at is null;
  return null;
end $function$;

CREATE FUNCTION end_sessions_of_changed_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  update sessions set ended_at = now(), end_reason = 'ACCOUNT_CHANGED' where user_id = new.id and ended_at is null;
  delete from sign_in_challenges where user_id = new.id;
  delete from password_resets where user_id = new.id and used_at is null;
  return null;
end $function$;

CREATE FUNCTION erase_coupon_mark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update coupon_uses set phone_mark = null where product_id = new.product_id and reservation_id = new.id;
  return null;
end $function$;

CREATE FUNCTION event_position_now()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select last_position + (select count(*) from events where position is null) from event_sequence
$function$;
REVOKE ALL ON FUNCTION event_position_now() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_position_now() TO munjigi_app;
GRANT EXECUTE ON FUNCTION event_position_now() TO munjigi_system;

CREATE FUNCTION follow_online_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update online_bookings set held_until = case when new.state = 'PENDING' then new.hold_expires_at end
  where store_id = new.store_id and reservation_id = new.id;
  return null;
end $function$;

CREATE FUNCTION follow_reservation_with_guest_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update guest_tokens set expires_at = case
    when new.state in ('CANCELLED', 'EXPIRED')
      then least(coalesce(new.cancelled_at, old.hold_expires_at, new.ends_at), new.ends_at + interval '24 hours')
    else new.ends_at + interval '24 hours' end
  where store_id = new.store_id and reservation_id = new.id and revoked_at is null;
  return null;
end $function$;

CREATE FUNCTION has_access(kind text, state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((kind = 'GUEST'::text) AND (state = ANY (ARRAY['CONFIRMED'::text, 'IN_USE'::text])));

CREATE FUNCTION idle_end(of_session uuid, began_at timestamp with time zone, of_product uuid, roles text[])
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT (GREATEST(idle_end.began_at, rule.idle_since, (SELECT session_activity.active_at FROM session_activity WHERE (session_activity.session_id = idle_end.of_session))) + make_interval(mins => (SELECT min((it.minutes)::integer) AS min FROM jsonb_each_text(rule.idle_minutes) it(role, minutes) WHERE (it.role = ANY (idle_end.roles))))) FROM sign_in_rules rule WHERE (rule.product_id = idle_end.of_product));

CREATE FUNCTION is_room_taken(of_store uuid, of_room uuid, of_door uuid, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from reservations r
    join stores s on s.product_id = r.product_id and s.id = r.store_id
    join doors d on d.store_id = r.store_id and d.id = of_door
    where r.store_id = of_store
      and r.room_id in (select of_room union all select p.room_id from room_parts p where p.store_id = of_store and p.part_room_id = of_room)
      and r.state in ('CONFIRMED', 'IN_USE', 'COMPLETED', 'NO_SHOW')
      -- No stay is longer than a month, and no access window is wider than four hours (0006, 0009).
      and r.starts_at > at - interval '31 days' and r.starts_at < at + interval '4 hours'
      and r.starts_at - coalesce(d.access_before_minutes, s.access_before_minutes) * interval '1 minute' <= at
      and r.ends_at + coalesce(d.access_after_minutes, s.access_after_minutes) * interval '1 minute' > at)
$function$;

CREATE FUNCTION keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended(old.product_id::text, 32));
  if not exists (select from users where product_id = old.product_id and state = 'ACTIVE' and 'ADMIN' = any (roles) and not role_ends ? 'ADMIN') then
    raise exception 'The last ADMIN stays' using errcode = 'check_violation', constraint = 'users_last_admin';
  end if;
  return null;
end $function$;

CREATE FUNCTION keep_codes_with_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update access_code_places p set link_id = new.id
  from device_links past
  where past.store_id = new.store_id and past.driver = new.driver and past.device_key = new.device_key and past.removed_at is not null
    and p.store_id = past.store_id and p.link_id = past.id and p.gone_at is null;
  return null;
end $function$;

CREATE FUNCTION keep_given_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A spare code is given out once' using errcode = 'restrict_violation';
end $function$;

CREATE FUNCTION keep_help_desk_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.resolved_at is not null
     or (new.product_id, new.store_id, new.id, new.reservation_id, new.person_id, new.person_name, new.opened_at, new.business_date, new.trouble)
        is distinct from (old.product_id, old.store_id, old.id, old.reservation_id, old.person_id, old.person_name, old.opened_at, old.business_date, old.trouble) then
    raise exception 'help_desk_cases: % does not change any more', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE FUNCTION keep_history_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if command_rank(old.status) = 3 then
    raise exception 'device_history: % is over and cannot change', old.id using errcode = 'insufficient_privilege';
  end if;
  if command_rank(new.status) < command_rank(old.status) or new.status = 'REPORTED'
     or (new.store_id, new.id, new.link_id, new.target_id, new.action, new.cause_kind, new.cause_label, new.source, new.requested_at)
        is distinct from
        (old.store_id, old.id, old.link_id, old.target_id, old.action, old.cause_kind, old.cause_label, old.source, old.requested_at)
     or (new.room_id, new.cause_id, new.reason, new.request_key, new.expires_at, new.state)
        is distinct from (old.room_id, old.cause_id, old.reason, old.request_key, old.expires_at, old.state)
     or (old.sent_at is not null and new.sent_at is distinct from old.sent_at) then
    raise exception 'device_history: % only goes forward', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE FUNCTION keep_history_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.product_id, new.target_kind) is distinct from (old.product_id, old.target_kind)
     or (old.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at)
     or (old.state_when_sent is not null and new.state_when_sent is distinct from old.state_when_sent)
     or (old.has_answered and not new.has_answered) then
    raise exception 'device_history: % only goes forward', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE FUNCTION keep_new_room_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into reservation_holds (product_id, store_id, room_id, reservation_id, starts_at, ends_at)
  select new.product_id, new.store_id, coalesce(part.part_room_id, new.room_id), new.id, coalesce(new.keeps_from, new.starts_at), new.buffer_ends_at
  from (values (1)) as one left join room_parts as part on part.store_id = new.store_id and part.room_id = new.room_id;
  return null;
end $function$;

CREATE FUNCTION keep_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> new.state and not (old.state, new.state) in (
    ('READY', 'WAITING_FOR_DEPOSIT'), ('READY', 'DONE'), ('READY', 'CANCELED'), ('READY', 'ABORTED'), ('READY', 'EXPIRED'),
    ('WAITING_FOR_DEPOSIT', 'DONE'), ('WAITING_FOR_DEPOSIT', 'CANCELED'), ('WAITING_FOR_DEPOSIT', 'ABORTED'), ('WAITING_FOR_DEPOSIT', 'EXPIRED'),
    ('ABORTED', 'READY'), ('ABORTED', 'WAITING_FOR_DEPOSIT'), ('ABORTED', 'DONE'), ('ABORTED', 'CANCELED'), ('ABORTED', 'EXPIRED'),
    ('EXPIRED', 'READY'), ('EXPIRED', 'WAITING_FOR_DEPOSIT'), ('EXPIRED', 'DONE'), ('EXPIRED', 'CANCELED'), ('EXPIRED', 'ABORTED'),
    ('DONE', 'PARTIAL_CANCELED'), ('DONE', 'CANCELED'), ('DONE', 'WAITING_FOR_DEPOSIT'), ('PARTIAL_CANCELED', 'CANCELED')) then
    raise exception 'payments: % cannot become %', old.state, new.state using errcode = 'check_violation';
  end if;
  if (new.product_id, new.store_id, new.id, new.provider, new.amount, new.supply_amount, new.vat_amount, new.tax_free_amount, new.created_at)
     is distinct from (old.product_id, old.store_id, old.id, old.provider, old.amount, old.supply_amount, old.vat_amount, old.tax_free_amount, old.created_at)
     or (old.reservation_id is not null and new.reservation_id is distinct from old.reservation_id)
     or (old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at) then
    raise exception 'payments: what % is does not change', old.id using errcode = 'insufficient_privilege';
  end if;
  -- One deep is this trigger; two deep, a refund counts itself.
  if pg_trigger_depth() < 2
     and (new.refunded_amount, new.refunded_supply_amount, new.refunded_vat_amount, new.refunded_tax_free_amount)
         is distinct from (old.refunded_amount, old.refunded_supply_amount, old.refunded_vat_amount, old.refunded_tax_free_amount) then
    raise exception 'payments: refunds are counted by themselves' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE FUNCTION keep_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state not in ('REQUESTED', 'OWED') then
    new.account := null;
  end if;
  if (old.state <> new.state and (old.state not in ('REQUESTED', 'OWED') or new.state not in ('DONE', 'FAILED')))
     or (new.account is not null and new.account is distinct from old.account)
     or (old.state in ('DONE', 'FAILED') and (new.sent_by, new.sent_by_name, new.reference) is distinct from (old.sent_by, old.sent_by_name, old.reference))
     or (new.product_id, new.store_id, new.id, new.payment_id, new.amount, new.supply_amount, new.vat_amount, new.tax_free_amount, new.reason)
        is distinct from (old.product_id, old.store_id, old.id, old.payment_id, old.amount, old.supply_amount, old.vat_amount, old.tax_free_amount, old.reason) then
    raise exception 'payment_refunds: % does not change any more', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE FUNCTION keep_reservation_states()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> new.state and not (old.state, new.state) in (
    ('PENDING', 'CONFIRMED'), ('PENDING', 'CANCELLED'), ('PENDING', 'EXPIRED'),
    ('CONFIRMED', 'IN_USE'), ('CONFIRMED', 'CANCELLED'), ('CONFIRMED', 'NO_SHOW'),
    ('IN_USE', 'COMPLETED')) then
    raise exception 'reservations: % cannot become %', old.state, new.state using errcode = 'check_violation';
  end if;
  if (new.store_id, new.id, new.code, new.kind, new.created_at) is distinct from (old.store_id, old.id, old.code, old.kind, old.created_at) then
    raise exception 'reservations: what % is does not change', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE FUNCTION keep_room_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kept uuid[] := '{}';
  kept_from timestamptz := coalesce(new.keeps_from, new.starts_at);
  kept_until timestamptz := room_kept_until(new.buffer_ends_at, new.extension_buffer_ends_at);
begin
  if keeps_room(new.state) then
    kept := array(select rooms_kept_by(new.store_id, new.room_id));
  end if;
  delete from reservation_holds h where h.store_id = new.store_id and h.reservation_id = new.id and not h.room_id = any (kept);
  update reservation_holds h set starts_at = kept_from, ends_at = kept_until
  where h.store_id = new.store_id and h.reservation_id = new.id and (h.starts_at, h.ends_at) <> (kept_from, kept_until);
  insert into reservation_holds (product_id, store_id, room_id, reservation_id, starts_at, ends_at)
  select new.product_id, new.store_id, it, new.id, kept_from, kept_until
  from unnest(kept) as it
  where not exists (select from reservation_holds h where h.store_id = new.store_id and h.reservation_id = new.id and h.room_id = it);
  return null;
end $function$;

CREATE FUNCTION keep_sales()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% is kept by the ledger', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end $function$;

CREATE FUNCTION keep_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'OPEN' then
      raise exception 'settlements: one begins open' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (new.product_id, new.store_id, new.id, new.number, new.starts_on) is distinct from (old.product_id, old.store_id, old.id, old.number, old.starts_on)
     or not (old.state, new.state) in (('OPEN', 'OPEN'), ('OPEN', 'CLOSED'), ('CLOSED', 'PAID'))
     or (old.state = 'CLOSED' and (to_jsonb(new) - '{state,paid_on,paid_reference,paid_at,paid_by_name,paid_to}'::text[])
                                  <> (to_jsonb(old) - '{state,paid_on,paid_reference,paid_at,paid_by_name,paid_to}'::text[])) then
    raise exception 'settlements: % does not change any more', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE FUNCTION keep_settlement_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from settlements s where (s.store_id, s.id) in (select store_id, settlement_id from added) and s.state = 'OPEN' for no key update;
  if exists (select from added a left join settlements s on s.store_id = a.store_id and s.id = a.settlement_id where s.state is distinct from 'OPEN') then
    raise exception 'settlement_entries: the period is closed' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $function$;

CREATE FUNCTION keeps_room(state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (state = ANY (ARRAY['PENDING'::text, 'CONFIRMED'::text, 'IN_USE'::text, 'COMPLETED'::text]));

CREATE FUNCTION known_stay(room uuid, starts timestamp with time zone, ends timestamp with time zone, people integer, price bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object(
    'roomId', room, 'roomName', (select o.name from rooms o where o.id = room),
    'startsAt', to_char(starts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'headCount', people, 'priceAmount', price)
$function$;

CREATE FUNCTION ledger_lines_come_at_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from (select distinct store_id, transaction_id from added) as a join ledger_transactions t on t.store_id = a.store_id and t.id = a.transaction_id
    where t.xmin <> pg_current_xact_id()::xid) then
    raise exception 'ledger: a line comes too late' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE FUNCTION ledger_must_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  lines bigint;
  total numeric;
begin
  select count(*), coalesce(sum(amount), 0) into lines, total from ledger_entries where store_id = new.store_id and transaction_id = new.id;
  if lines < 2 or total <> 0 then
    raise exception 'ledger: % has % lines that sum to %', new.id, lines, total using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE FUNCTION let_backup_read(name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format($p$
    create policy backup on %I for select to current_user using ((select current_setting('app.backup', true)) = 'on')
    $p$, name);
end $function$;

CREATE FUNCTION next_epoch_of_factors()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  -- An accepted code changes no rights.
  if tg_op <> 'UPDATE' or old.confirmed_at is distinct from new.confirmed_at then
    update session_epoch set epoch = epoch + 1;
  end if;
  return null;
end $function$;

CREATE FUNCTION next_notification_id()
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  ms bigint;
begin
  insert into notification_heads as head (product_id, last_ms)
  values (actor_product(), floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
  on conflict (product_id) do update set last_ms = greatest(head.last_ms + 1, excluded.last_ms)
  returning head.last_ms into ms;
  return (lpad(to_hex(ms), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid;
end $function$;

CREATE FUNCTION next_session_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  update session_epoch set epoch = epoch + 1;
  return null;
end $function$;

CREATE FUNCTION plan_messages_of_changed_guest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update messages set planned_at = null, language = new.guest_language, guest_phone = new.guest_phone, guest_email = new.guest_email,
    phone_mark = new.phone_mark
  where store_id = new.store_id and reservation_id = new.id and state = 'QUEUED' and sending_since is null;
  return null;
end $function$;

CREATE FUNCTION protect_store_table(name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format($p$
    create policy store_rows on %I to munjigi_app, munjigi_system
    using (product_id = (select actor_product())
           and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])))
    $p$, name);
  execute format('grant select, insert, update on %I to munjigi_app, munjigi_system', name);
  perform let_backup_read(name);
end $function$;

CREATE FUNCTION queue_answer_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of reservations;
begin
  select * into of from reservations where store_id = new.store_id and id = new.reservation_id;
  perform queue_message(of, 'HELP_ANSWERED', 'HELP_ANSWERED:' || new.id, new.id);
  return null;
end $function$;

CREATE FUNCTION queue_cash_receipt(of_store uuid, of_payment uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  p payments;
begin
  update cash_receipts set wanted = wanted + 1, next_at = to_timestamp(0)
  where store_id = of_store and id = of_payment;
  if found then return; end if;
  select * into p from payments where store_id = of_store and id = of_payment;
  -- Money of a booking channel is the channel's to issue for.
  if p.paid_at is null or p.method not in ('CASH', 'TRANSFER', 'VIRTUAL_ACCOUNT') or p.provider = 'CHANNEL' then return; end if;
  if not exists (select from cash_receipt_settings s where s.store_id = of_store and s.issues_since <= p.paid_at) then return; end if;
  insert into cash_receipts (product_id, store_id, id, reservation_id, state, next_at, created_at)
  values (p.product_id, p.store_id, p.id, p.reservation_id, 'NONE', to_timestamp(0), p.paid_at)
  on conflict (store_id, id) do nothing;
end $function$;

CREATE FUNCTION queue_cash_receipt_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform queue_cash_receipt(new.store_id, new.id);
  return null;
end $function$;

CREATE FUNCTION queue_cash_receipt_of_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform queue_cash_receipt(new.store_id, new.payment_id);
  return null;
end $function$;

CREATE FUNCTION queue_code_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of reservations;
begin
  update messages set planned_at = null
  where store_id = new.store_id and reservation_id = new.reservation_id and subject_id = new.code_id and state = 'QUEUED' and sending_since is null;
  if found then return null; end if;
  select * into of from reservations where store_id = new.store_id and id = new.reservation_id;
  -- Only a code is the subject of a confirmation.
  perform queue_message(of, case when exists (
      select from messages m where m.store_id = of.store_id and m.reservation_id = of.id and m.kind in ('CONFIRMED', 'CODE_ACTIVE', 'CODE_CHANGED')
        and m.subject_id <> new.code_id and (m.state in ('ACCEPTED', 'DELIVERED') or m.sending_since is not null))
    then 'CODE_CHANGED' else 'CODE_ACTIVE' end, 'CODE:' || of.id || ':' || new.code_id, new.code_id);
  return null;
end $function$;

CREATE FUNCTION queue_message(of reservations, message_kind text, cause text, subject uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ms bigint := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;
begin
  if of.kind <> 'GUEST' or (length(of.guest_phone) = 0 and length(of.guest_email) = 0)
     or not exists (select from message_providers p where p.product_id = of.product_id and p.is_enabled) then
    return;
  end if;
  insert into messages (product_id, store_id, id, reservation_id, kind, dedupe_key, subject_id, language, guest_phone, guest_email, phone_mark,
                        queued_at, send_at, expires_at)
  values (of.product_id, of.store_id, (lpad(to_hex(ms), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
          of.id, message_kind, cause, subject, of.guest_language, of.guest_phone, of.guest_email, of.phone_mark, now(), now(),
          greatest(of.ends_at, now()))
  on conflict (store_id, dedupe_key) do nothing;
end $function$;

CREATE FUNCTION queue_message_of_change(was reservations, of reservations, waiting uuid, confirmation uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  cause text := 'CHANGE:' || of.id || ':' || of.version;
  present jsonb := known_stay(of.room_id, of.starts_at, of.ends_at, of.head_count, of.price_amount);
  known jsonb;
  needed text;
begin
  if waiting is not null then
    select m.before into known from messages m where m.store_id = of.store_id and m.id = waiting;
    -- Its times count from this change.
    update messages set kind = coalesce(change_message_kind(of.state, known, present), kind), is_new = true
    where store_id = of.store_id and id = waiting;
    return;
  end if;
  known := known_stay(was.room_id, was.starts_at, was.ends_at, was.head_count, was.price_amount);
  needed := change_message_kind(of.state, known, present);
  if needed is null then return; end if;
  perform queue_message(of, needed, cause, confirmation);
  update messages set before = known where store_id = of.store_id and dedupe_key = cause;
end $function$;

CREATE FUNCTION queue_messages_of_changed_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  waiting uuid;
  confirmation uuid;
begin
  if old.state <> new.state and new.state = 'CANCELLED' then
    update messages set state = 'WITHDRAWN', error = 'RESERVATION_CANCELLED', ended_at = now()
    where store_id = new.store_id and reservation_id = new.id and state = 'QUEUED' and sending_since is null
      and kind not in ('CANCELLED', 'REFUNDED');
  else
    -- What is queued follows the reservation. The row locks decide whether a message says this change or was begun before.
    with followed as (
      update messages set planned_at = null
      where store_id = new.store_id and reservation_id = new.id and state = 'QUEUED' and sending_since is null
      returning id, kind, before, resend_of)
    select (select f.id from followed f where f.before is not null and f.resend_of is null order by f.id desc limit 1),
           (select f.id from followed f where f.kind in ('HELD', 'SLOT_OFFERED', 'CONFIRMED') order by f.id desc limit 1)
    into waiting, confirmation;
  end if;
  if old.state = 'PENDING' and new.state in ('CONFIRMED', 'IN_USE') then
    perform queue_messages_of_confirmation(new);
  elsif old.state <> new.state and new.state = 'CANCELLED' then
    perform queue_message(new, 'CANCELLED', 'CANCELLED:' || new.id, null);
  elsif old.state = 'PENDING' and new.state = 'EXPIRED' then
    perform queue_message(new, 'HOLD_EXPIRED', 'HOLD_EXPIRED:' || new.id, null);
  elsif old.state = new.state then
    perform queue_message_of_change(old, new, waiting, confirmation);
    if old.starts_at <> new.starts_at and new.state = 'CONFIRMED' then
      perform queue_reminders(new, ':' || extract(epoch from new.starts_at)::bigint);
    end if;
    if old.ends_at <> new.ends_at and new.state in ('CONFIRMED', 'IN_USE') then
      -- The warning of the former end is withdrawn when its times are computed again.
      perform queue_message(new, 'ENDING_SOON', 'ENDING_SOON:' || new.id || ':' || extract(epoch from new.ends_at)::bigint, null);
    end if;
  end if;
  return null;
end $function$;

CREATE FUNCTION queue_messages_of_confirmation(of reservations)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform queue_message(of, 'CONFIRMED', 'CONFIRMED:' || of.id, null);
  perform queue_reminders(of, '');
  -- The guest of a walk-in is at the door already.
  if of.channel <> 'WALK_IN' then perform queue_message(of, 'ACCESS_OPENS', 'ACCESS_OPENS:' || of.id, null); end if;
  perform queue_message(of, 'ENDING_SOON', 'ENDING_SOON:' || of.id || ':' || extract(epoch from of.ends_at)::bigint, null);
end $function$;

CREATE FUNCTION queue_messages_of_new_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- queue_message() would find out the same for each message.
  if not exists (select from message_providers p where p.product_id = new.product_id and p.is_enabled) then return null; end if;
  if new.state = 'PENDING' then
    if exists (select from waitlist w where w.store_id = new.store_id and w.offered_reservation_id = new.id) then
      perform queue_message(new, 'SLOT_OFFERED', 'SLOT_OFFERED:' || new.id, null);
      return null;
    end if;
    perform queue_message(new, 'HELD', 'HELD:' || new.id, null);
    if new.hold_expires_at - new.created_at >= interval '20 minutes' then
      perform queue_message(new, 'PAYMENT_REMINDER', 'PAYMENT_REMINDER:' || new.id, null);
    end if;
  elsif new.state in ('CONFIRMED', 'IN_USE') then
    perform queue_messages_of_confirmation(new);
  end if;
  return null;
end $function$;

CREATE FUNCTION queue_payment_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of reservations;
begin
  select * into of from reservations where store_id = new.store_id and id = new.reservation_id;
  if of.id is null or of.state in ('CANCELLED', 'EXPIRED') then return null; end if;
  if exists (select from messages m where m.store_id = of.store_id and m.reservation_id = of.id
             and m.kind in ('CONFIRMED', 'EXTENDED', 'MOVED', 'CHANGED') and m.is_new and m.queued_at = now()::timestamptz(3)) then return null; end if;
  perform queue_message(of, 'PAYMENT_RECEIVED', 'PAYMENT_RECEIVED:' || new.id, new.id);
  return null;
end $function$;

CREATE FUNCTION queue_rating_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform queue_message(new, 'RATING_INVITED', 'RATING_INVITED:' || new.id, null);
  return null;
end $function$;

CREATE FUNCTION queue_refund_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of reservations;
begin
  select r.* into of from payments p join reservations r on r.store_id = p.store_id and r.id = p.reservation_id
  where p.store_id = new.store_id and p.id = new.payment_id;
  if of.id is not null then perform queue_message(of, 'REFUNDED', 'REFUNDED:' || new.id, new.id); end if;
  return null;
end $function$;

CREATE FUNCTION queue_reminders(of reservations, cause text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- The guest of a walk-in is at the door already. With less time than this the confirmation is the reminder.
  if of.channel = 'WALK_IN' then return; end if;
  if of.starts_at - of.created_at >= interval '36 hours'
     and not exists (select from messages m where m.store_id = of.store_id and m.reservation_id = of.id and m.kind = 'DAY_BEFORE' and m.state = 'QUEUED') then
    perform queue_message(of, 'DAY_BEFORE', 'DAY_BEFORE:' || of.id || cause, null);
  end if;
  if of.starts_at - of.created_at >= interval '3 hours'
     and not exists (select from messages m where m.store_id = of.store_id and m.reservation_id = of.id and m.kind = 'STARTS_SOON' and m.state = 'QUEUED') then
    perform queue_message(of, 'STARTS_SOON', 'STARTS_SOON:' || of.id || cause, null);
  end if;
end $function$;

CREATE FUNCTION queue_spare_code_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of reservations;
begin
  select * into of from reservations where store_id = new.store_id and id = new.given_to;
  perform queue_message(of, 'CODE_CHANGED', 'CODE:' || of.id || ':' || new.id, new.id);
  return null;
end $function$;

CREATE FUNCTION rebuild_holds(its_store uuid, its_rooms uuid[], since timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform take_rooms(its_rooms || array(
    select h.room_id from reservation_holds h join reservations r on r.store_id = h.store_id and r.id = h.reservation_id
    where r.store_id = its_store and r.room_id = any (its_rooms) and h.ends_at > since));
  delete from reservation_holds h using reservations r
  where r.store_id = its_store and r.room_id = any (its_rooms) and h.store_id = r.store_id and h.reservation_id = r.id and h.ends_at > since;
  insert into reservation_holds (product_id, store_id, room_id, reservation_id, starts_at, ends_at)
  select r.product_id, r.store_id, kept, r.id, coalesce(r.keeps_from, r.starts_at), room_kept_until(r.buffer_ends_at, r.extension_buffer_ends_at)
  from reservations r, lateral rooms_kept_by(r.store_id, r.room_id) as kept
  where r.store_id = its_store and r.room_id = any (its_rooms) and keeps_room(r.state)
    and room_kept_until(r.buffer_ends_at, r.extension_buffer_ends_at) > since;
end $function$;

CREATE FUNCTION record_right_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  by_whom uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  roles_before text[] := '{}';
  ends_before jsonb := '{}';
  state_before text;
begin
  if tg_op = 'UPDATE' then
    roles_before := old.roles;
    ends_before := old.role_ends;
    state_before := old.state;
  end if;
  insert into right_changes (product_id, user_id, by_id, by_name, change, state, role, until)
  select new.product_id, new.id, by_whom, (select name from users where id = by_whom), it.change, it.state, it.role, it.until
  from (
    select 'STATE' as change, new.state as state, null as role, null::timestamptz as until where state_before is distinct from new.state
    union all
    select case when role <> all (roles_before) then 'ROLE_GIVEN' when role <> all (new.roles) then 'ROLE_TAKEN' else 'ROLE_UNTIL' end,
           null, role, (new.role_ends ->> role)::timestamptz
    from (select distinct unnest(roles_before || new.roles) as role) as named
    where (role = any (roles_before)) <> (role = any (new.roles)) or ends_before ->> role is distinct from new.role_ends ->> role
  ) as it
  order by it.change desc, it.role;
  return null;
end $function$;

CREATE FUNCTION record_store_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  by_whom uuid := nullif(current_setting('app.user_id', true), '')::uuid;
begin
  insert into right_changes (product_id, user_id, by_id, by_name, change, given_store_id)
  values (coalesce(new.product_id, old.product_id), coalesce(new.user_id, old.user_id), by_whom, (select name from users where id = by_whom),
          case tg_op when 'INSERT' then 'STORE_GIVEN' else 'STORE_TAKEN' end, coalesce(new.store_id, old.store_id));
  return null;
end $function$;

CREATE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE FUNCTION refuse_guest_of_closed_store()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from stores where id = new.store_id and closed_at is not null) then
    raise exception 'reservations: store % is closed', new.store_id using errcode = 'check_violation', constraint = 'reservations_store_open';
  end if;
  return new;
end $function$;

CREATE FUNCTION refuse_stale_rights(known_epoch bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if (select epoch from session_epoch) is distinct from known_epoch then
    raise exception 'The sessions have changed since the rights were read' using errcode = 'MJ002';
  end if;
end $function$;

CREATE FUNCTION refuse_stale_rows(is_current boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if is_current is not true then
    raise exception 'The rows have changed since they were read' using errcode = 'MJ001';
  end if;
end $function$;

CREATE FUNCTION refuse_to_close_with_guests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from reservations x where x.store_id = new.id and x.kind = 'GUEST' and x.state in ('PENDING', 'CONFIRMED', 'IN_USE')
      and x.ends_at > new.closed_at and (x.hold_expires_at is null or x.hold_expires_at > new.closed_at)) then
    raise exception 'stores: % has coming reservations', new.id using errcode = 'check_violation', constraint = 'stores_closed_without_guests';
  end if;
  return new;
end $function$;

CREATE FUNCTION reservation_due_at(state text, kind text, starts_at timestamp with time zone, ends_at timestamp with time zone, hold_expires_at timestamp with time zone, extension_expires_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (state = 'PENDING'::text) THEN hold_expires_at WHEN ((state = 'CONFIRMED'::text) AND (kind = 'BLOCK'::text)) THEN starts_at WHEN (state = ANY (ARRAY['CONFIRMED'::text, 'IN_USE'::text])) THEN COALESCE(extension_expires_at, ends_at) ELSE NULL::timestamp with time zone END;

CREATE FUNCTION review_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if has_access(new.kind, new.state) then
    insert into access_reviews (product_id, store_id, id, due_at)
    select new.product_id, new.store_id, new.id, 'epoch' where exists (select from doors d where d.store_id = new.store_id)
    on conflict (store_id, id) do update set due_at = excluded.due_at;
  elsif tg_op = 'UPDATE' then
    update access_reviews set due_at = 'epoch' where store_id = new.store_id and id = new.id;
  end if;
  return null;
end $function$;

CREATE FUNCTION review_access_of_age()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update access_reviews set due_at = 'epoch' where store_id = coalesce(new.store_id, old.store_id)
    and id = coalesce(new.id, old.id);
  return null;
end $function$;

CREATE FUNCTION review_access_of_store()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- A store's own row has no other id of it.
  its_store uuid := coalesce(to_jsonb(new) ->> 'store_id', to_jsonb(new) ->> 'id')::uuid;
begin
  insert into access_reviews (product_id, store_id, id, due_at)
  -- Reservations that have ended have no due time.
  select r.product_id, r.store_id, r.id, 'epoch' from reservations r
  where r.store_id = its_store and r.due_at is not null and has_access(r.kind, r.state) and exists (select from doors d where d.store_id = its_store)
  order by r.id
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  -- A reservation that has ended has a due review as long as a lock holds its code.
  update access_reviews set due_at = 'epoch' where store_id = its_store and id in (
    select v.id from access_reviews v where v.store_id = its_store and v.due_at > 'epoch' order by v.id for update);
  return null;
end $function$;

CREATE FUNCTION review_pool()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into access_pools (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  return null;
end $function$;

CREATE FUNCTION review_stages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    with ahead as (
      select new.starts_at - interval '2 hours' as at
      where new.state = 'CONFIRMED' and new.starts_at - interval '2 hours' > new.created_at
        -- The first review of a room begins the record of its stages, and a joined room has those of its parts: both are reviewed at once.
        and exists (select from room_stages g where g.store_id = new.store_id and g.id = new.room_id)
        and not exists (select from room_parts l where l.store_id = new.store_id and l.room_id = new.room_id)),
    staged as (
      insert into stage_reviews (product_id, store_id, id, due_at, planned_at)
      select new.product_id, new.store_id, new.id, coalesce((select at from ahead), 'epoch'), (select at from ahead))
    insert into guest_reviews (product_id, store_id, id, due_at)
    values (new.product_id, new.store_id, new.id,
            case when new.state = 'CONFIRMED' and new.starts_at - interval '24 hours' > new.created_at then new.starts_at - interval '24 hours' else 'epoch' end);
  elsif new.state in ('CONFIRMED', 'IN_USE') then
    insert into stage_reviews (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
    on conflict (store_id, id) do update set due_at = excluded.due_at;
    insert into guest_reviews (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
    on conflict (store_id, id) do update set due_at = excluded.due_at;
  else
    update stage_reviews set due_at = 'epoch' where store_id = new.store_id and id = new.id;
    update guest_reviews set due_at = 'epoch' where store_id = new.store_id and id = new.id;
  end if;
  return null;
end $function$;

CREATE FUNCTION review_stages_of_store()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stage_reviews (product_id, store_id, id, due_at)
  select r.product_id, r.store_id, r.id, 'epoch' from reservations r
  where r.store_id = new.id and r.due_at is not null and r.kind = 'GUEST' and r.state in ('CONFIRMED', 'IN_USE')
  order by r.id
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  insert into guest_reviews (product_id, store_id, id, due_at)
  select r.product_id, r.store_id, r.id, 'epoch' from reservations r
  where r.store_id = new.id and r.due_at is not null and r.kind = 'GUEST' and r.state in ('CONFIRMED', 'IN_USE')
  order by r.id
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  return null;
end $function$;

CREATE FUNCTION review_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into access_suspensions (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  return null;
end $function$;

CREATE FUNCTION roles_at(roles text[], ends jsonb, at timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ARRAY(SELECT it.role FROM unnest(roles_at.roles) WITH ORDINALITY it(role, place) WHERE (((roles_at.ends ->> it.role) IS NULL) OR (((roles_at.ends ->> it.role))::timestamp with time zone > roles_at.at)) ORDER BY it.place);

CREATE FUNCTION room_kept_until(buffer_ends_at timestamp with time zone, extension_buffer_ends_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN GREATEST(buffer_ends_at, extension_buffer_ends_at);

CREATE FUNCTION rooms_kept_by(its_store uuid, its_room uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query select part_room_id from room_parts where store_id = its_store and room_id = its_room;
  if not found then return next its_room; end if;
end $function$;

CREATE FUNCTION sequence_events(at_most integer, OUT sequenced integer, OUT last_position bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'public'
 SET lock_timeout TO '2s'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  sequenced := 0;
  if not exists (select from events where position is null) then
    select s.last_position into strict last_position from event_sequence s;
    return;
  end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sequence_events() takes the isolation level READ COMMITTED';
  end if;
  -- A client that stops here keeps the lock for two seconds at most.
  perform set_config('idle_in_transaction_session_timeout', '2s', true);
  perform pg_advisory_xact_lock(hashtextextended('munjigi.sequence_events', 0));
  select s.last_position into strict last_position from event_sequence s;
  with page as materialized (select id from events where position is null order by id limit at_most),
    placed as materialized (select id, row_number() over (order by id) as place from page)
  update events e set position = sequence_events.last_position + placed.place from placed where e.id = placed.id and e.position is null;
  get diagnostics sequenced = row_count;
  if sequenced = 0 then return; end if;
  last_position := last_position + sequenced;
  update event_sequence s set last_position = sequence_events.last_position;
  perform pg_notify('munjigi_events', last_position::text);
end $function$;
REVOKE ALL ON FUNCTION sequence_events(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sequence_events(integer) TO munjigi_system;

CREATE FUNCTION set_peer_of_job()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind = 'webhooks.deliver' then
    new.peer := (select endpoint_id from webhook_deliveries where id = (new.payload ->> 'id')::uuid);
  else
    new.peer := (new.payload ->> 'id')::uuid;
  end if;
  return new;
end $function$;

CREATE FUNCTION settlement_must_be_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from settlements s where s.store_id = new.store_id and s.id = new.settlement_id and s.state = 'OPEN') then
    raise exception 'settlement_entries: % is not closed', new.settlement_id using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE FUNCTION take_room(room uuid)
 RETURNS void
 LANGUAGE sql
RETURN pg_advisory_xact_lock(hashtextextended((room)::text, (0)::bigint));

CREATE FUNCTION take_room_of_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform take_room(coalesce(new.room_id, old.room_id));
  return coalesce(new, old);
end $function$;

CREATE FUNCTION take_rooms(rooms uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  wholes uuid[] := array(select distinct room_id from room_parts where room_id = any (rooms) order by room_id);
  room uuid;
begin
  if cardinality(wholes) = 0 and cardinality(rooms) = 1 then
    perform take_room(rooms[1]);
    return;
  end if;
  foreach room in array wholes loop
    perform take_room(room);
  end loop;
  if cardinality(wholes) > 0 then
    rooms := array(select it from unnest(rooms) as it where not it = any (wholes) union select part_room_id from room_parts where room_id = any (wholes));
  end if;
  foreach room in array array(select it from unnest(rooms) as it order by it) loop
    perform take_room(room);
  end loop;
end $function$;

CREATE FUNCTION was_opened_by_command(of_store uuid, of_door uuid, row_id uuid, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from (
      select action, sent_at, requested_at from device_history
      where store_id = of_store and target_id = of_door and id < row_id order by id desc limit 20) earlier
    where action = 'OPEN' and sent_at is not null and requested_at > at - interval '60 seconds')
$function$;
