-- Gives what an order says to the person who paid for it: takes the pieces from the stock, and gives access to the file of a digital product.
-- The order has the id of its charge and is written before it. Raises FL409 where price, shipping or anything else that was shown are others by
-- now or the product is no longer for sale, FL410 where too few pieces are left, 23505 where the buyer owns the file already.
CREATE OR REPLACE FUNCTION grant_order(charge charges) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE ordered orders;
BEGIN
  SELECT * INTO ordered FROM orders WHERE id = charge.id AND buyer_id = charge.user_id AND performer_id = charge.performer_id
    AND product_id = charge.target_id AND unit_price * quantity + shipping_fee = charge.tokens;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such order' USING ERRCODE = 'FL409';
  END IF;
  -- Locked as a change of the product locks it, first: the file that is bought stays.
  PERFORM FROM items WHERE id = charge.target_id FOR KEY SHARE;
  -- The row of the product is locked last, and until the end: those who buy the same product take their pieces one after another.
  UPDATE products SET stock = stock - ordered.quantity
    WHERE item_id = charge.target_id AND type = ordered.type AND shipping_fee = ordered.shipping_fee;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM items WHERE id = charge.target_id AND kind = 'product' AND performer_id = charge.performer_id
      AND status = 'published' AND gate_type = 'paid' AND gate_price = ordered.unit_price
      AND offer_version = coalesce(charge.offer_version, offer_version)) THEN
    RAISE EXCEPTION 'the price changed' USING ERRCODE = 'FL409';
  END IF;
  IF ordered.type = 'digital' THEN
    INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
      VALUES (charge.user_id, 'product', charge.target_id, charge.performer_id, charge.id, charge.created_at);
  END IF;
  INSERT INTO counter_deltas (subject, subject_id, counter, delta) VALUES ('item', charge.target_id, 'sales', ordered.quantity);
EXCEPTION WHEN check_violation THEN
  RAISE EXCEPTION 'sold out' USING ERRCODE = 'FL410';
END $$;
