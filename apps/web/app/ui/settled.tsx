import { useEffect, useState } from 'react'

const settleMs = 900
/** Says what follows from what is typed, once typing stops: not at each key. What is seen stands elsewhere. */
export function Settled({ text }: { text: string }) {
  const [said, setSaid] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  )
}
