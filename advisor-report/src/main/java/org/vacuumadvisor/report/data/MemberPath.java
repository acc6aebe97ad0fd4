package org.vacuumadvisor.report.data;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The way from an object to one of its figures, by the names of its methods:
/// `outcome.pages.removed`. In a list it goes on from each element. What is not known is null.
record MemberPath(List<String> names) {
  private static final ClassValue<Map<String, Method>> METHODS =
      new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  static MemberPath of(String names) {
    return new MemberPath(List.of(names.split("\\.", -1)));
  }

  @Nullable Object valueOf(Object of) {
    return value(of, 0);
  }

  private @Nullable Object value(@Nullable Object of, int at) {
    var known = JsonText.known(of);
    if (known == null || at == names.size()) {
      return known;
    }
    if (known instanceof Collection<?> all) {
      return all.stream().map(each -> value(each, at)).toList();
    }
    try {
      return value(method(known.getClass(), names.get(at)).invoke(known), at + 1);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("public methods that need nothing: " + this, impossible);
    }
  }

  /// The type of what it leads to from an object of a type.
  Class<?> type(Class<?> from) {
    Class<?> type = from;
    for (var each : names) {
      type = method(type, each).getReturnType();
    }
    return type;
  }

  private static Method method(Class<?> of, String name) {
    return METHODS
        .get(of)
        .computeIfAbsent(
            name,
            _ -> {
              try {
                return of.getMethod(name);
              } catch (NoSuchMethodException unknown) {
                throw new IllegalStateException("%s has no %s".formatted(of, name), unknown);
              }
            });
  }
}
