-- Remembers whom a file showed that leaves an item which was published.
CREATE OR REPLACE FUNCTION note_former_file() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO former_item_files (participant_id, file_id)
    SELECT n.participant_id, OLD.file_id FROM items i JOIN item_participants n ON n.item_id = i.id
    WHERE i.id = OLD.item_id AND i.published_at IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
