/** A message with its placeholders and tags formatted as code. */
export const Gapped = ({ text }: { text: string }) => (
  <>
    {text.split(/(\{\{[^}]*\}\}|<\/?\w+>)/g).map((piece, at) =>
      at % 2 === 1 ? (
        // The pieces of one message never move.
        <bdi key={at} className="rounded-xs bg-surface-3 px-1 font-mono text-[0.85em] text-ink-2">
          {piece}
        </bdi>
      ) : (
        piece
      ),
    )}
  </>
)
