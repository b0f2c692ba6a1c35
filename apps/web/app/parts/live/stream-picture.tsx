import type { Stream } from './stream.ts'

/** The cover of its creator; without one, their portrait in a soft light. */
export function StreamPicture({
  stream: { poster, performer },
  eager = false,
}: {
  stream: Pick<Stream, 'poster' | 'performer'>
  eager?: boolean
}) {
  const loading = eager ? 'eager' : 'lazy'
  if (poster)
    return (
      <img
        src={poster}
        alt=""
        width={640}
        height={360}
        loading={loading}
        decoding="async"
        className="size-full object-cover transition-transform duration-(--slow) ease-fan group-hover:scale-[1.03]"
      />
    )
  const portrait = performer.avatar || '/no-avatar.svg'
  return (
    <>
      <img
        src={portrait}
        alt=""
        width={256}
        height={256}
        loading={loading}
        decoding="async"
        className="absolute inset-0 size-full scale-125 object-cover blur-xl saturate-125"
      />
      <img
        src={portrait}
        alt=""
        width={256}
        height={256}
        loading={loading}
        decoding="async"
        className="absolute inset-x-0 bottom-0 mx-auto aspect-[3/4] h-4/5 rounded-t-full object-cover"
      />
    </>
  )
}
