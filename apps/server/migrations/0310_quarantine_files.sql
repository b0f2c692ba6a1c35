-- Files that may not be used since a person whom they show withdrew their consent, and what is recognised as a copy of them.
-- additive
-- needs: phash_bands, quarantine_file, refuse_quarantined_file, note_former_file

-- Where a blocked file goes back to.
ALTER TABLE files ADD COLUMN blocked_from text;
-- What a hidden item was, to restore it when everyone consents again.
ALTER TABLE items ADD COLUMN hidden_from text;

-- Files that left a published item which names people; the others are found by the item.
CREATE TABLE former_item_files (
  participant_id uuid NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  file_id uuid NOT NULL REFERENCES files (id),
  PRIMARY KEY (participant_id, file_id)
);

CREATE TABLE consent_quarantines (
  participant_id uuid NOT NULL REFERENCES participants (id),
  file_id uuid NOT NULL REFERENCES files (id),
  sha256 bytea,
  phash bytea,
  quarantined_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (participant_id, file_id)
);
CREATE INDEX consent_quarantines_by_hash ON consent_quarantines (sha256);
CREATE INDEX consent_quarantines_by_bands ON consent_quarantines USING gin (phash_bands(phash)) WHERE phash IS NOT NULL;
CREATE INDEX consent_quarantines_by_file ON consent_quarantines (file_id);

-- On arrival, and whenever more of a file is known.
CREATE TRIGGER files_quarantined_on_arrival BEFORE INSERT ON files
  FOR EACH ROW WHEN (NEW.status NOT IN ('blocked', 'deleted')) EXECUTE FUNCTION quarantine_file();
CREATE TRIGGER files_quarantined_when_known BEFORE UPDATE OF status, sha256, phash ON files
  FOR EACH ROW WHEN (NEW.status NOT IN ('blocked', 'deleted') AND (OLD.status = 'blocked' OR NEW.sha256 IS DISTINCT FROM OLD.sha256
    OR NEW.phash IS DISTINCT FROM OLD.phash OR (NEW.status = 'ready' AND OLD.status <> 'ready')))
  EXECUTE FUNCTION quarantine_file();

-- Everything that uses a file. Rules refuse before; these hold where a rule lacks the check.
CREATE TRIGGER accounts_avatar_usable BEFORE UPDATE OF avatar_file_id ON accounts
  FOR EACH ROW WHEN (NEW.avatar_file_id IS DISTINCT FROM OLD.avatar_file_id) EXECUTE FUNCTION refuse_quarantined_file('avatar_file_id');
CREATE TRIGGER accounts_cover_usable BEFORE UPDATE OF cover_file_id ON accounts
  FOR EACH ROW WHEN (NEW.cover_file_id IS DISTINCT FROM OLD.cover_file_id) EXECUTE FUNCTION refuse_quarantined_file('cover_file_id');
CREATE TRIGGER performers_welcome_usable BEFORE UPDATE OF welcome_video_file_id ON performers
  FOR EACH ROW WHEN (NEW.welcome_video_file_id IS DISTINCT FROM OLD.welcome_video_file_id) EXECUTE FUNCTION refuse_quarantined_file('welcome_video_file_id');
CREATE TRIGGER broadcast_files_usable BEFORE INSERT OR UPDATE OF file_id ON broadcast_files
  FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('file_id');
CREATE TRIGGER comments_file_usable BEFORE INSERT OR UPDATE OF file_id ON comments
  FOR EACH ROW WHEN (NEW.file_id IS NOT NULL) EXECUTE FUNCTION refuse_quarantined_file('file_id');
CREATE TRIGGER item_files_usable BEFORE INSERT OR UPDATE OF file_id ON item_files
  FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('file_id');
CREATE TRIGGER message_files_usable BEFORE INSERT OR UPDATE OF file_id ON message_files
  FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('file_id');
CREATE TRIGGER photos_file_usable BEFORE INSERT OR UPDATE OF file_id ON photos
  FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('file_id');
CREATE TRIGGER promos_image_usable BEFORE INSERT OR UPDATE OF image_file_id ON promos
  FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('image_file_id');
CREATE TRIGGER welcome_message_files_usable BEFORE INSERT OR UPDATE OF file_id ON welcome_message_files
  FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('file_id');

CREATE TRIGGER item_files_noted AFTER DELETE ON item_files FOR EACH ROW EXECUTE FUNCTION note_former_file();
