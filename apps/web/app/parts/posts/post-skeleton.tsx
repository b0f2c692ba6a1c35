import { Loading, Skeleton } from '../../ui/states.tsx'

/** The shape of posts that come. */
export function PostSkeletons({ count = 2 }: { count?: number }) {
  return (
    <Loading>
      <div className="grid gap-2 md:gap-4">
        {Array.from({ length: count }, (_, at) => (
          // They are all alike.
          <PostSkeleton key={at} />
        ))}
      </div>
    </Loading>
  )
}

/** The shape of one post. */
export function PostSkeleton() {
  return (
    <div className="bg-surface px-4 py-4 ring-1 ring-line max-md:-mx-4 md:rounded-lg md:px-5">
      <div className="flex items-center gap-3">
        <Skeleton className="size-11 rounded-full!" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
      <Skeleton className="mt-4 h-3.5 w-4/5" />
      <Skeleton className="mt-3.5 aspect-[16/10] w-full rounded-md!" />
    </div>
  )
}
