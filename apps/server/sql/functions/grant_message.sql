-- Gives the media of a message to the person who paid for it. Raises FL409 where the message is deleted or its price is another, 23505
-- where it is owned already.
CREATE OR REPLACE FUNCTION grant_message(charge charges) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  -- Locked, so that deleting the message waits: what is bought remains.
  PERFORM FROM messages m JOIN conversation_members c ON c.conversation_id = m.conversation_id AND c.account_id = charge.user_id
    WHERE m.id = charge.target_id AND m.sender_id = charge.performer_id AND m.deleted_at IS NULL AND m.price = charge.tokens
    FOR SHARE OF m;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the message is not for sale' USING ERRCODE = 'FL409';
  END IF;
  INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
    VALUES (charge.user_id, 'message', charge.target_id, charge.performer_id, charge.id, charge.created_at);
END $$;
