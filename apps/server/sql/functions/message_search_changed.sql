-- Writes the terms of a message for both people of its conversation. Public chats are not searched.
CREATE OR REPLACE FUNCTION message_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := CASE WHEN NEW.deleted_at IS NULL AND NEW.text <> '' THEN (
    SELECT array_to_tsvector(ARRAY(SELECT message_search_key(who) || term
      FROM unnest(message_terms(NEW.text)) term, unnest(ARRAY[c.low_id, c.high_id]) who))
    FROM conversations c WHERE c.id = NEW.conversation_id AND c.low_id IS NOT NULL) END;
  RETURN NEW;
END $$;
