package org.vacuumadvisor.page;

/// The quicksort that PostgreSQL takes for everything, after Bentley and McIlroy: it first looks
/// whether there is anything to sort, sorts a few by insertion, and else splits by a median of
/// three or of nine. Keys on a sound page are unique.
final class OffsetSort {
  private static final int INSERTION_SORTED = 7;
  private static final int MEDIAN_OF_NINE = 40;

  private OffsetSort() {}

  /// Sorts `keys[from]` to `keys[to]`, both included, in place.
  static void sort(long[] keys, int from, int to) {
    int low = from;
    int high = to;
    while (low < high && !isSorted(keys, low, high)) {
      if (high - low < INSERTION_SORTED) {
        insertionSort(keys, low, high);
        return;
      }
      int split = partition(keys, low, high);
      if (split - low < high - split) {
        sort(keys, low, split);
        low = split + 1;
      } else {
        sort(keys, split + 1, high);
        high = split;
      }
    }
  }

  private static boolean isSorted(long[] keys, int low, int high) {
    for (int i = low + 1; i <= high; i++) {
      if (keys[i - 1] > keys[i]) {
        return false;
      }
    }
    return true;
  }

  private static void insertionSort(long[] keys, int low, int high) {
    for (int i = low + 1; i <= high; i++) {
      long key = keys[i];
      int hole = i;
      for (; hole > low && keys[hole - 1] > key; hole--) {
        keys[hole] = keys[hole - 1];
      }
      keys[hole] = key;
    }
  }

  /// Splits in two: no key up to the returned place is greater than any behind it. Neither part is
  /// empty.
  private static int partition(long[] keys, int low, int high) {
    long pivot = pivot(keys, low, high);
    int left = low - 1;
    int right = high + 1;
    while (true) {
      do {
        left++;
      } while (keys[left] < pivot);
      do {
        right--;
      } while (keys[right] > pivot);
      if (left >= right) {
        return Math.min(right, high - 1);
      }
      long swapped = keys[left];
      keys[left] = keys[right];
      keys[right] = swapped;
    }
  }

  private static long pivot(long[] keys, int low, int high) {
    int middle = low + (high - low) / 2;
    if (high - low < MEDIAN_OF_NINE) {
      return median(keys[low], keys[middle], keys[high]);
    }
    int step = (high - low + 1) / 8;
    return median(
        median(keys[low], keys[low + step], keys[low + 2 * step]),
        median(keys[middle - step], keys[middle], keys[middle + step]),
        median(keys[high - 2 * step], keys[high - step], keys[high]));
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
