package org.vacuumadvisor.fleet.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {
  @ParameterizedTest
  @ValueSource(strings = {"9188", ":9188", "127.0.0.1:9188", "[::1]:9188"})
  void isTheLoopbackInterfaceUnlessAnotherIsNamed(String text) throws UnknownHostException {
    var address = ListenAddress.of(text).resolved();

    assertEquals(9188, address.getPort());
    assertTrue(address.getAddress().isLoopbackAddress());
  }

  @Test
  void isAnotherInterfaceWhereOneIsNamed() throws UnknownHostException {
    assertFalse(ListenAddress.of("0.0.0.0:9188").resolved().getAddress().isLoopbackAddress());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "host", "host:", ":65536", "::1:9188", "-1"})
  void refusesWhatIsNone(String text) {
    assertThrows(IllegalArgumentException.class, () -> ListenAddress.of(text));
  }
}
