-- Gives the media of a message to the person who paid for it. A charge about a message of the payer's own is what the recipient requires for
-- a first message: it grants nothing but that the message was sent, in the same transaction. Raises FL409 where the message is deleted or its
-- price is another, 23505 where it is owned already.
CREATE OR REPLACE FUNCTION grant_message(charge charges) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  sender uuid;
BEGIN
  -- Locked, so that deleting the message waits: what is bought remains.
  SELECT m.sender_id INTO sender FROM messages m
    JOIN conversation_members c ON c.conversation_id = m.conversation_id AND c.account_id = charge.user_id AND c.other_id = charge.performer_id
    WHERE m.id = charge.target_id AND m.deleted_at IS NULL AND (
      (m.sender_id = charge.performer_id AND m.price = charge.tokens)
      OR (m.sender_id = charge.user_id AND m.charge_id IS NULL AND EXISTS (SELECT FROM performers p
        WHERE p.account_id = charge.performer_id AND p.who_may_write = 'paid' AND p.first_message_price = charge.tokens)))
    FOR SHARE OF m;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the message is not for sale' USING ERRCODE = 'FL409';
  END IF;
  IF sender = charge.performer_id THEN
    INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
      VALUES (charge.user_id, 'message', charge.target_id, charge.performer_id, charge.id, charge.created_at);
  END IF;
END $$;
